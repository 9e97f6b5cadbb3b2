-- What docs/money.md §1 says of reversals is checked by the database too: only some kinds are reversed as a whole, a
-- reversal is not reversed, and its key is the key of the reversed journal with `:reversed`. No other journal may take
-- such a key: the real reversal would be refused for ever. Keys have no control characters, which a reader of a proof
-- could take for the end of a line.
alter table journal_kind add column reversible boolean not null default false;

create or replace function check_reversals(p_journals uuid[]) returns void language plpgsql as $$
begin
  if exists (
    select from journal j join journal o on o.id = j.reverses join journal_kind k on k.name = o.kind
    where j.id = any (p_journals) and (o.id = any (p_journals) or o.kind <> j.kind or not k.reversible
      or o.reverses is not null or j.idem <> o.idem || ':reversed' or j.effective_at < o.effective_at
      or (select string_agg(format('%s %s %s', p.account_id, p.ref, p.amount), ',' order by p.account_id, p.ref, p.amount)
        from posting p where p.journal_id = j.id)
        is distinct from
        (select string_agg(format('%s %s %s', p.account_id, p.ref, -p.amount), ',' order by p.account_id, p.ref, -p.amount)
        from posting p where p.journal_id = o.id))
  ) then
    raise exception 'a journal is not the reversal of the one that it reverses'
      using errcode = 'LG002', constraint = 'journal_reverses_one';
  end if;
end $$;

-- The kinds whose own keys end so have it in their pattern.
create function check_reversed_keys(p_keys text[], p_kind_names text[], p_kinds int[], p_reverses uuid[]) returns void
language plpgsql as $$
declare
  wrong text;
begin
  select p_keys[g] into wrong from generate_series(1, cardinality(p_keys)) g
  join journal_kind k on k.name = p_kind_names[p_kinds[g]]
  where p_keys[g] like '%:reversed' and p_reverses[g] is null and k.key_pattern not like '%:reversed' limit 1;
  if found then
    raise exception '% is the key of a reversal, and its journal reverses nothing', wrong using errcode = 'LG002';
  end if;
end $$;
revoke execute on function check_reversed_keys(text[], text[], int[], uuid[]) from public;

-- post_batch checks the keys. It also gives a reference the company of its account again, and leaves no row for a
-- reference that only a refused plan touched.
do $do$
declare
  code text := pg_get_functiondef('post_batch'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    [E'  group_of jsonb;\nbegin\n', E'  group_of jsonb;\n  all_keys text := array_to_string(p_keys, ''|'') || ''|'';\nbegin\n'],
    [E'  foreach instant in array p_times loop\n', $part$  if all_keys ~ '[[:cntrl:]]' then
    raise exception 'a key has control characters' using errcode = 'LG002';
  end if;
  if strpos(all_keys, ':reversed|') > 0 then
    perform check_reversed_keys(p_keys, p_kind_names, p_kinds, p_reverses);
  end if;
  foreach instant in array p_times loop
$part$],
    ['ref_balances bigint[]; ref_touched boolean[];', 'ref_balances bigint[]; ref_legs int[];'],
    ['ref_touched := array_fill(false, array[refs]);', 'ref_legs := array_fill(0, array[refs]);'],
    ['ref_touched[slot] := true;', 'ref_legs[slot] := ref_legs[slot] + 1;'],
    [E'            slot := p_slots[undone];\n', E'            slot := p_slots[undone];\n            ref_legs[slot] := ref_legs[slot] - 1;\n'],
    ['where ref_touched[g]', 'where ref_legs[g] > 0'],
    ['do update set balance = excluded.balance,', 'do update set company_id = excluded.company_id, balance = excluded.balance,']
  ] loop
    assert strpos(code, change[1]) > 0, 'post_batch has another text than ' || change[1];
    code := replace(code, change[1], change[2]);
  end loop;
  assert strpos(code, 'ref_touched') = 0, 'post_batch has two marks of a reference';
  execute code;
end $do$;

-- Under an older snapshot the next journals of others would be missed for ever.
do $do$
declare
  code text := pg_get_functiondef('sum_next_postings'::regproc);
  start text := E'\nbegin\n';
begin
  assert strpos(code, start) > 0, 'sum_next_postings has another text';
  execute replace(code, start, start || $part$  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sum_next_postings needs read committed' using errcode = 'LG002';
  end if;
$part$);
end $do$;
