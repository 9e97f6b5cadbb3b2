-- post_batch believed some numbers of its caller: a leg with the number of no account wrote no posting and still counted
-- as the counterpart of another leg; a reference outside of 1 to n was never written; a bucket could be in two wallets.
-- The balance of a reference is changed before the first reason to refuse a leg, because all changes of the leg are
-- taken back. Of several falls of one account in one journal the last one is the break that is kept: it has the balance
-- after the journal. Ids of journals are of this hour, by real or business time: the book is read by ranges of ids.
do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  reference text := $part$          if trait & 2 <> 0 then
            slot := p_slots[leg];
            if (p_ref_accounts[slot] = account and p_ref_ids[slot] = p_refs[leg]) is not true then
              raise exception 'a leg on % names no reference', p_accounts[account] using errcode = 'LG002';
            end if;
            ref_touched[slot] := true;
            ref_balances[slot] := ref_balances[slot] + shift;
            if ref_balances[slot] < 0 then
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
$part$;
  floors text := $part$          if shift < 0 and height < floors[account] then
$part$;
  change text[];
begin
  foreach change slice 1 in array array[
    [reference, ''],
    [floors, replace(reference, 'p_ref_ids[slot] = p_refs[leg])',
      'p_ref_ids[slot] = p_refs[leg] and ref_balances[slot] is not null)') || floors],
    [$part$          if trait & 16 <> 0 then
$part$, $part$          if (trait & 16 = 0) is not true then
            if trait is null then
              raise exception 'a leg is on no account of this batch' using errcode = 'LG002';
            end if;
$part$],
    [$part$        and owners[reserved] = owners[bucket]) is not true$part$,
      $part$        and owners[reserved] = owners[bucket]
        and wallet_of[bucket] + wallet_of[pending] + wallet_of[reserved] = 0) is not true$part$],
    [$part$    join account a on a.id = p_accounts[p_leg_accounts[break_leg[g]]]
    on conflict do nothing$part$, $part$    join account a on a.id = p_accounts[p_leg_accounts[break_leg[g]]]
    order by g desc
    on conflict do nothing$part$],
    [$part$  first_journal int := 1; first_leg int := 1;$part$, $part$  earliest_id uuid := (lpad(to_hex((extract(epoch from least(p_at, clock_timestamp())) * 1000)::bigint - 3600000), 12,
    '0') || '00000000000000000000')::uuid;
  latest_id uuid := (lpad(to_hex((extract(epoch from greatest(p_at, clock_timestamp())) * 1000)::bigint + 120000), 12,
    '0') || '00000000000000000000')::uuid;
  first_journal int := 1; first_leg int := 1;$part$],
    [$part$        if p_journal_legs[journal] < plan_leg or $part$, $part$        if p_journals[journal] < earliest_id or p_journals[journal] > latest_id then
          raise exception 'a journal has an id that was not made now: %', p_journals[journal] using errcode = 'LG002';
        end if;
        if p_journal_legs[journal] < plan_leg or $part$]
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text: ' || change[1];
    code := replace(code, change[1], change[2]);
  end loop;
  execute code;
end $do$;
