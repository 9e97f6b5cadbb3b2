-- Additions to post_batch, whose text is written anew here, with the changes of 0123 and 0125 in it:
-- * guards on accounts: a plan is refused when the number of an account's last posting is not the one that its caller
--   read, or when its natural balance is outside of bounds. The account is locked, and no leg needs to be on it.
-- * as much as there is: a leg takes at most its amount from an account, and no more than the account has above its
--   floor. A later leg of the same journal takes the rest, so the journal has the same sum whatever there is. A leg of
--   which nothing is left is not written.
-- * journals with more than one asset: the legs of each asset sum to zero.
-- * who decided on a journal, why, and further facts of it. Blocks sign them as a part of the journal.

create table journal_detail (
  journal_id uuid primary key,
  -- id of the person, or name of the job
  actor text check (length(actor) between 1 and 200),
  reason text check (length(reason) between 1 and 2000),
  metadata jsonb check (jsonb_typeof(metadata) = 'object' and length(metadata::text) <= 8000),
  constraint journal_detail_says_something check (num_nonnulls(actor, reason, nullif(metadata, '{}')) > 0)
);
create index journal_detail_by_actor on journal_detail (actor, journal_id) where actor is not null;
create index journal_detail_by_metadata on journal_detail using gin (metadata jsonb_path_ops);
select append_only('journal_detail');
alter table journal_detail enable row level security;
create policy all_tenants on journal_detail using ((select current_setting('app.scope', true)) = 'all');

-- As it was, with the details of a journal.
create or replace function journal_parts(p_ids uuid[])
returns table (journal_id uuid, account_id uuid, owner_id uuid, company_id uuid, name text, facts text)
language sql stable as $$
  select p.journal_id, p.account_id, null::uuid, p.company_id, 'leg ' || p.account_id || ' ' || p.seq,
    p.amount || ' ' || p.balance_after || ' ' || micros_of(p.effective_at) || ' ' || coalesce(p.company_id::text, '-')
      || ' ' || coalesce(p.ref::text, '-') || ' ' || encode(p.hash, 'hex')
  from posting p
  where p.journal_id >= p_ids[1] and p.journal_id <= p_ids[cardinality(p_ids)]
  union all
  select l.journal_id, null::uuid, l.owner_id, l.company_id, 'wallet ' || l.owner_id || ' ' || l.wallet || ' ' || l.seq,
    l.kind || ' ' || micros_of(l.effective_at) || ' ' || coalesce(l.company_id::text, '-')
      || ' ' || l.available_before || ' ' || l.available_after || ' ' || l.pending_before || ' ' || l.pending_after
      || ' ' || l.reserved_before || ' ' || l.reserved_after
  from wallet_line l
  where l.journal_id >= p_ids[1] and l.journal_id <= p_ids[cardinality(p_ids)]
  union all
  select b.journal_id, b.account_id, b.owner_id, b.company_id, 'break ' || b.id,
    b.class || ' ' || b.account_id || ' ' || coalesce(b.owner_id::text, '-') || ' ' || coalesce(b.company_id::text, '-')
      || ' ' || b.balance || ' ' || micros_of(b.at)
  from ledger_break b
  where b.journal_id >= p_ids[1] and b.journal_id <= p_ids[cardinality(p_ids)]
  union all
  select d.journal_id, null::uuid, null::uuid, null::uuid, 'detail ' || d.journal_id,
    jsonb_build_array(d.actor, d.reason, d.metadata)::text
  from journal_detail d
  where d.journal_id >= p_ids[1] and d.journal_id <= p_ids[cardinality(p_ids)]
$$;
do $$ begin
  execute format('drop function %s', 'post_batch'::regproc::oid::regprocedure);
end $$;

-- Applies a batch of plans in order, each whole or not at all, and gives null when all were posted, else
-- [{plan, outcome, …}] of those that were not. p_is_retry: an earlier try may have been committed; then its answer is
-- returned again.
--
-- Accounts p_accounts are locked in the order of their ids before any index with keys is touched; p_unlocked are wallet
-- buckets that do not change and are only read: whoever changes one holds the lock of its wallet's available account.
-- p_wallets are the numbers of the available, pending and reserved bucket of each wallet. Numbers point into p_accounts ||
-- p_unlocked, p_kind_names, p_times. An array that is shorter than its peers means null for the rest. p_plan_journals and
-- p_journal_legs hold the last journal of each plan, the last leg of each journal. p_rests: the leg that takes the rest of
-- a leg that takes what there is. Guards are in the order of their plans; p_guard_accounts are among p_accounts.
create function post_batch(
  p_batch uuid, p_is_retry boolean, p_at timestamptz, p_open jsonb, p_accounts uuid[], p_unlocked uuid[], p_wallets int[],
  p_ref_accounts int[], p_ref_ids uuid[], p_plan_journals int[],
  p_journals uuid[], p_keys text[], p_commands bytea, p_kind_names text[], p_kinds int[], p_times timestamptz[],
  p_effective int[], p_subjects uuid[], p_reverses uuid[], p_breaks uuid[], p_journal_legs int[],
  p_leg_accounts int[], p_amounts bigint[], p_refs uuid[], p_slots int[], p_at_least bigint[], p_rests int[],
  p_guard_plans int[], p_guard_accounts int[], p_guard_seqs bigint[], p_guard_least bigint[], p_guard_most bigint[],
  p_details jsonb, p_updates jsonb, p_rows jsonb, p_events jsonb, p_jobs jsonb, p_answers jsonb
) returns text language plpgsql security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  plans int := cardinality(p_plan_journals);
  journals int := cardinality(p_journals);
  legs int := cardinality(p_leg_accounts);
  accounts int := cardinality(p_accounts);
  refs int := cardinality(p_ref_ids);
  wallets int := cardinality(p_wallets) / 3;
  some_at_least boolean := cardinality(p_at_least) > 0;
  some_rests boolean := cardinality(p_rests) > 0;
  guards int := cardinality(p_guard_plans);
  -- of each kind
  kind_outside boolean[] := '{}'; kind_pattern text[] := '{}';
  -- of each account
  ids uuid[]; owners uuid[]; companies uuid[]; traits int[]; floors bigint[]; heads bytea[]; balances bigint[];
  seqs bigint[]; old_seqs bigint[]; currencies text[]; wallet_of int[];
  unlocked_ids uuid[]; unlocked_owners uuid[]; unlocked_traits int[]; unlocked_balances bigint[]; unlocked_seqs bigint[];
  ref_balances bigint[]; ref_touched boolean[];
  verdicts jsonb[] := '{}';
  accepted boolean[] := array_fill(true, array[plans]);
  journal_ok boolean[] := array_fill(true, array[journals]);
  -- of each leg
  after bigint[] := array_fill(null::bigint, array[legs]);
  leg_seq bigint[] := after;
  leg_hash bytea[] := array_fill(null::bytea, array[legs]);
  leg_journal int[] := array_fill(null::int, array[legs]);
  before_hash bytea[] := leg_hash;
  -- of each wallet, within the journal at hand
  marks int[]; available_before bigint[]; pending_before bigint[]; reserved_before bigint[];
  touched int[] := '{}'; touched_count int := 0;
  -- wallet lines and breaks to write
  lines int := 0; lines_before_plan int;
  line_wallet int[] := '{}'; line_journal int[] := '{}'; line_seq bigint[] := '{}';
  line_a0 bigint[] := '{}'; line_a1 bigint[] := '{}'; line_p0 bigint[] := '{}'; line_p1 bigint[] := '{}';
  line_r0 bigint[] := '{}'; line_r1 bigint[] := '{}';
  breaks int := 0; breaks_before_plan int; break_leg int[] := '{}';
  -- the journal and the leg at hand
  journal_bytes bytea; usd bigint; twins bigint; assets text[]; asset_sums bigint[];
  account int; amount bigint; trait int; balance bigint; seq bigint; hash bytea; shift bigint; height bigint; slot int;
  rest int; taken bigint; asset_number int; guard int := 1;
  wallet int; bucket int; pending int; reserved int;
  is_outside boolean; names_break boolean; pattern text;
  instant timestamptz; earliest timestamptz := p_at - interval '1095 days'; latest timestamptz := p_at + interval '1 day';
  earliest_id uuid := (lpad(to_hex((extract(epoch from least(p_at, clock_timestamp())) * 1000)::bigint - 3600000), 12,
    '0') || '00000000000000000000')::uuid;
  latest_id uuid := (lpad(to_hex((extract(epoch from greatest(p_at, clock_timestamp())) * 1000)::bigint + 120000), 12,
    '0') || '00000000000000000000')::uuid;
  first_journal int := 1; first_leg int := 1; plan_leg int; last_leg int; leg int;
  refusal jsonb;
  said text;
  group_of jsonb;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'post_batch needs read committed' using errcode = 'LG002';
  end if;
  if p_is_retry then
    -- Waits for the earlier try, should it still run.
    insert into ledger_batch (id, at) values (p_batch, p_at) on conflict do nothing;
    if not found then
      select b.answer into said from ledger_batch b where b.id = p_batch;
      return said;
    end if;
  end if;

  -- The catalogue says what a kind may do and which keys it has.
  for ordinal in 1 .. cardinality(p_kind_names) loop
    select k.outside, k.names_break, k.key_pattern into is_outside, names_break, pattern
    from journal_kind k where k.name = p_kind_names[ordinal] and k.built;
    if not found then
      raise exception '% is not a kind that the product writes', p_kind_names[ordinal] using errcode = 'LG002';
    end if;
    kind_outside[ordinal] := is_outside;
    kind_pattern[ordinal] := pattern;
    if names_break or cardinality(p_breaks) > 0 then
      perform check_breaks(p_kinds, p_breaks, ordinal, names_break, journals);
    end if;
  end loop;
  -- These are the usual bounds. Only times outside of them are compared with the owner's. Few expressions are used here:
  -- each one is prepared again for each batch.
  if length(p_commands) <> 32 * journals or p_at < clock_timestamp() - interval '1 minute'
    or p_at > clock_timestamp() + interval '1 minute' then
    perform check_batch(length(p_commands), journals, p_at);
  end if;
  foreach instant in array p_times loop
    if instant < earliest or instant > latest then perform check_effective(instant, p_at); end if;
  end loop;
  if p_open is not null then perform open_accounts(p_open, p_at); end if;

  select array_agg(l.id), array_agg(l.owner_id) filter (where wallets > 0), array_agg(l.company_id),
    array_agg(l.traits), array_agg(l.floor), array_agg(l.head), array_agg(l.balance), array_agg(l.seq)
  into ids, owners, companies, traits, floors, heads, balances, seqs
  from (
    select a.id, a.owner_id, a.company_id, a.traits, a.floor, a.head, a.balance, a.seq from account a
    where a.id = any (p_accounts) order by a.id for update
  ) l;
  -- The account numbers of legs follow this order.
  if coalesce(cardinality(seqs), 0) <> accounts or ids <> p_accounts then
    perform refuse_accounts(p_accounts);
  end if;
  old_seqs := seqs;
  if wallets > 0 then
    marks := array_fill(0, array[wallets]);
    available_before := array_fill(0::bigint, array[wallets]);
    pending_before := available_before;
    reserved_before := available_before;
    select array_agg(b.id), array_agg(b.owner_id), array_agg(b.traits), array_agg(b.balance), array_agg(b.seq)
    into unlocked_ids, unlocked_owners, unlocked_traits, unlocked_balances, unlocked_seqs
    from (
      select a.id, a.owner_id, a.traits, a.balance, a.seq from account a where a.id = any (p_unlocked) order by a.id
    ) b;
    if coalesce(cardinality(unlocked_seqs), 0) <> cardinality(p_unlocked) or unlocked_ids <> p_unlocked then
      perform refuse_accounts(p_unlocked);
    end if;
    owners := owners || unlocked_owners;
    traits := traits || unlocked_traits;
    balances := balances || unlocked_balances;
    seqs := seqs || unlocked_seqs;
    wallet_of := array_fill(0, array[accounts + cardinality(p_unlocked)]);
    -- A wallet is the three buckets of one owner and one kind; the available one is locked.
    for wallet in 1 .. wallets loop
      bucket := p_wallets[3 * wallet - 2]; pending := p_wallets[3 * wallet - 1]; reserved := p_wallets[3 * wallet];
      trait := traits[bucket] & 960;
      if (trait in (64, 192) and bucket <= accounts and traits[pending] & 960 = trait | 256
        and traits[reserved] & 960 = trait | 512 and owners[pending] = owners[bucket]
        and owners[reserved] = owners[bucket]
        and wallet_of[bucket] + wallet_of[pending] + wallet_of[reserved] = 0) is not true then
        raise exception 'a wallet of this batch is not one' using errcode = 'LG002';
      end if;
      wallet_of[bucket] := wallet; wallet_of[pending] := wallet; wallet_of[reserved] := wallet;
    end loop;
  end if;
  if refs > 0 then
    ref_balances := array_fill(0::bigint, array[refs]);
    ref_touched := array_fill(false, array[refs]);
    for slot, balance in
      select g, r.balance from generate_series(1, refs) g
      join ref_balance r on r.account_id = p_accounts[p_ref_accounts[g]] and r.ref = p_ref_ids[g]
    loop
      ref_balances[slot] := balance;
    end loop;
  end if;
  if p_updates is not null or p_answers is not null or exists (select 1 from journal j where j.idem = any (p_keys)) then
    verdicts := plan_verdicts(p_plan_journals, p_journals, p_keys, p_commands, p_updates, p_answers);
  end if;

  for plan in 1 .. plans loop
    refusal := verdicts[plan];
    if guards > 0 then
      while guard <= guards and p_guard_plans[guard] = plan loop
        account := p_guard_accounts[guard];
        if (account between 1 and accounts) is not true then
          raise exception 'a guard is on no account that this batch locks' using errcode = 'LG002';
        end if;
        height := case when traits[account] & 1 <> 0 then -balances[account] else balances[account] end;
        if refusal is null and (seqs[account] <> p_guard_seqs[guard] or height < p_guard_least[guard]
          or height > p_guard_most[guard]) then
          refusal := jsonb_build_object('outcome', 'guard_failed', 'account', account);
        end if;
        guard := guard + 1;
      end loop;
    end if;
    last_leg := case when p_plan_journals[plan] >= first_journal then p_journal_legs[p_plan_journals[plan]]
      else first_leg - 1 end;
    if p_plan_journals[plan] < first_journal - 1 or last_leg < first_leg - 1 then
      raise exception 'the plans of this batch are not in order' using errcode = 'LG002';
    end if;
    if refusal is null then
      plan_leg := first_leg;
      lines_before_plan := lines;
      breaks_before_plan := breaks;
      leg := first_leg - 1;
      <<deciding>>
      for journal in first_journal .. p_plan_journals[plan] loop
        journal_bytes := uuid_send(p_journals[journal]);
        usd := 0; twins := 0; asset_sums := null;
        if p_journals[journal] < earliest_id or p_journals[journal] > latest_id then
          raise exception 'a journal has an id that was not made now: %', p_journals[journal] using errcode = 'LG002';
        end if;
        if p_journal_legs[journal] < plan_leg or p_keys[journal] not like kind_pattern[p_kinds[journal]]
          and p_keys[journal] not like kind_pattern[p_kinds[journal]] || ':reversed' then
          raise exception '% has no legs, or a key of another kind', p_keys[journal] using errcode = 'LG002';
        end if;
        for this_leg in plan_leg .. p_journal_legs[journal] loop
          account := p_leg_accounts[this_leg];
          amount := p_amounts[this_leg];
          trait := traits[account];
          if (trait & 16 = 0) is not true then
            if trait is null then
              raise exception 'a leg is on no account of this batch' using errcode = 'LG002';
            end if;
            refusal := jsonb_build_object('outcome', 'account_closed', 'account', account);
            exit deciding;
          end if;
          if some_rests and p_rests[this_leg] is not null then
            rest := p_rests[this_leg];
            if (rest > this_leg and rest <= p_journal_legs[journal] and p_rests[rest] is null) is not true then
              raise exception 'a leg leaves its rest to no later leg of its journal' using errcode = 'LG002';
            end if;
            shift := case when trait & 1 <> 0 then -amount else amount end;
            if shift >= 0 then
              raise exception 'a leg takes what there is and adds to its account' using errcode = 'LG002';
            end if;
            height := case when trait & 1 <> 0 then -balances[account] else balances[account] end;
            -- An account without a floor has as much as is asked for.
            taken := least(-shift, height - greatest(floors[account], p_at_least[this_leg]));
            if trait & 2 <> 0 then taken := least(taken, coalesce(ref_balances[p_slots[this_leg]], 0)); end if;
            taken := case when amount < 0 then -greatest(taken, 0) else greatest(taken, 0) end;
            p_amounts[rest] := p_amounts[rest] + amount - taken;
            p_amounts[this_leg] := taken;
            amount := taken;
          end if;
          -- Nothing was there, or nothing is left.
          continue when some_rests and amount = 0;
          if trait & 64 <> 0 then
            wallet := wallet_of[account];
            if coalesce(wallet, 0) = 0 then
              raise exception 'a leg is on a wallet that this batch does not name' using errcode = 'LG002';
            end if;
            if marks[wallet] <> journal then
              marks[wallet] := journal;
              touched_count := touched_count + 1;
              touched[touched_count] := wallet;
              available_before[wallet] := balances[p_wallets[3 * wallet - 2]];
              pending_before[wallet] := balances[p_wallets[3 * wallet - 1]];
              reserved_before[wallet] := balances[p_wallets[3 * wallet]];
            end if;
          end if;
          -- From here on the leg is applied; a refusal below takes it back with the rest of its plan.
          leg := this_leg;
          balance := balances[account] + amount;
          seq := seqs[account] + 1;
          hash := heads[account];
          before_hash[leg] := hash;
          hash := sha256(hash || journal_bytes || int8send(seq) || int8send(amount) || int8send(balance));
          balances[account] := balance;
          seqs[account] := seq;
          heads[account] := hash;
          after[leg] := balance;
          leg_seq[leg] := seq;
          leg_hash[leg] := hash;
          leg_journal[leg] := journal;
          if trait & 1 <> 0 then
            shift := -amount;
            height := -balance;
          else
            shift := amount;
            height := balance;
          end if;
          if trait & 2 <> 0 then
            slot := p_slots[leg];
            if (p_ref_accounts[slot] = account and p_ref_ids[slot] = p_refs[leg]
              and ref_balances[slot] is not null) is not true then
              raise exception 'a leg on % names no reference', p_accounts[account] using errcode = 'LG002';
            end if;
            ref_touched[slot] := true;
            ref_balances[slot] := ref_balances[slot] + shift;
            if ref_balances[slot] < 0 then
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
          if shift < 0 and height < floors[account] then
            if kind_outside[p_kinds[journal]] and trait & 4 <> 0 then
              breaks := breaks + 1;
              break_leg[breaks] := leg;
            else
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
          if some_at_least and height < p_at_least[leg] then
            refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
            exit deciding;
          end if;
          if trait & 8 <> 0 then twins := twins + amount; end if;
          if trait & 32 = 0 then
            usd := usd + amount;
          else
            if currencies is null then
              select array_agg(a.currency order by a.id) into currencies from account a where a.id = any (p_accounts);
            end if;
            asset_number := case when asset_sums is not null then array_position(assets, currencies[account]) end;
            if asset_number is not null then
              asset_sums[asset_number] := asset_sums[asset_number] + amount;
            elsif asset_sums is null then
              assets := array[currencies[account]];
              asset_sums := array[amount];
            else
              assets := assets || currencies[account];
              asset_sums := asset_sums || amount;
            end if;
          end if;
        end loop;
        if leg < plan_leg then
          raise exception 'nothing is left of the legs of %', p_keys[journal] using errcode = 'LG002';
        end if;
        if usd <> 0 or twins <> 0 or 0 <> any (asset_sums) then
          refusal := '{"outcome": "unbalanced"}';
          exit deciding;
        end if;
        for ordinal in 1 .. touched_count loop
          wallet := touched[ordinal];
          lines := lines + 1;
          line_wallet[lines] := wallet;
          line_journal[lines] := journal;
          line_a0[lines] := available_before[wallet];
          line_a1[lines] := balances[p_wallets[3 * wallet - 2]];
          line_p0[lines] := pending_before[wallet];
          line_p1[lines] := balances[p_wallets[3 * wallet - 1]];
          line_r0[lines] := reserved_before[wallet];
          line_r1[lines] := balances[p_wallets[3 * wallet]];
          line_seq[lines] := seqs[p_wallets[3 * wallet - 2]] + seqs[p_wallets[3 * wallet - 1]]
            + seqs[p_wallets[3 * wallet]];
        end loop;
        touched_count := 0;
        plan_leg := p_journal_legs[journal] + 1;
      end loop;
      if refusal is not null then
        for undone in reverse leg .. first_leg loop
          continue when leg_seq[undone] is null;
          account := p_leg_accounts[undone];
          balances[account] := balances[account] - p_amounts[undone];
          seqs[account] := seqs[account] - 1;
          heads[account] := before_hash[undone];
          leg_seq[undone] := null;
          if traits[account] & 2 <> 0 then
            slot := p_slots[undone];
            ref_balances[slot] := ref_balances[slot]
              - case when traits[account] & 1 <> 0 then -p_amounts[undone] else p_amounts[undone] end;
          end if;
        end loop;
        touched_count := 0;
        lines := lines_before_plan;
        breaks := breaks_before_plan;
      end if;
    end if;
    if refusal is not null then
      accepted[plan] := false;
      for journal in first_journal .. p_plan_journals[plan] loop journal_ok[journal] := false; end loop;
      said := coalesce(said || ',', '[') || (refusal || jsonb_build_object('plan', plan))::text;
    end if;
    first_journal := p_plan_journals[plan] + 1;
    first_leg := last_leg + 1;
  end loop;
  if first_journal <> journals + 1 or first_leg <> legs + 1 or guard <> guards + 1 then
    raise exception 'a journal, a leg or a guard of this batch belongs to no plan' using errcode = 'LG002';
  end if;
  said := said || ']';

  with journals_written as (
    insert into journal
      (id, idem, command_hash, kind, effective_at, recorded_at, subject_id, reverses, break_id)
    select p_journals[g], p_keys[g], substr(p_commands, 32 * g - 31, 32), p_kind_names[p_kinds[g]],
      p_times[p_effective[g]], p_at, p_subjects[g], p_reverses[g], p_breaks[g]
    from generate_series(1, journals) g where journal_ok[g]
  ), postings_written as (
    insert into posting
      (account_id, seq, journal_id, amount, balance_after, effective_at, company_id, ref, hash)
    select p_accounts[p_leg_accounts[g]], leg_seq[g], p_journals[leg_journal[g]], p_amounts[g], after[g],
      p_times[p_effective[leg_journal[g]]], companies[p_leg_accounts[g]], p_refs[g], leg_hash[g]
    from generate_series(1, legs) g where leg_seq[g] is not null
  ), queued as (
    insert into unsigned_entry (at, id, kind)
    select p_at, p_journals[g], 'j' from generate_series(1, journals) g where journal_ok[g]
  ), batch_written as (
    insert into ledger_batch (id, at, answer) select p_batch, p_at, said where not p_is_retry
  )
  update account t set balance = balances[g], seq = seqs[g], head = heads[g]
  from generate_series(1, accounts) g where t.id = p_accounts[g] and seqs[g] <> old_seqs[g];
  if p_is_retry then update ledger_batch set answer = said where id = p_batch; end if;
  if cardinality(p_reverses) > 0 then perform check_reversals(p_journals); end if;
  if refs > 0 then
    insert into ref_balance as r (account_id, ref, balance, company_id, open_since)
    select p_accounts[p_ref_accounts[g]], p_ref_ids[g], ref_balances[g], companies[p_ref_accounts[g]], p_at
    from generate_series(1, refs) g where ref_touched[g]
    on conflict (account_id, ref) do update set balance = excluded.balance,
      open_since = case when r.balance = 0 then excluded.open_since else r.open_since end;
  end if;
  if lines > 0 then
    insert into wallet_line (owner_id, wallet, seq, journal_id, kind, company_id, effective_at, available_before,
      available_after, pending_before, pending_after, reserved_before, reserved_after)
    select owners[l.ordinal], case when traits[l.ordinal] & 128 <> 0 then 'immediate' else 'regular' end, line_seq[l.g],
      p_journals[line_journal[l.g]], p_kind_names[p_kinds[line_journal[l.g]]], companies[l.ordinal],
      p_times[p_effective[line_journal[l.g]]], line_a0[l.g], line_a1[l.g],
      line_p0[l.g], line_p1[l.g], line_r0[l.g], line_r1[l.g]
    from (select g, p_wallets[3 * line_wallet[g] - 2] as ordinal from generate_series(1, lines) g) l;
  end if;
  if breaks > 0 then
    insert into ledger_break (id, class, journal_id, account_id, owner_id, company_id, balance, at)
    select md5(p_journals[leg_journal[break_leg[g]]]::text || a.id::text)::uuid,
      case when a.code = 'card.available' then 'overdrawn_card' else 'master_balance' end,
      p_journals[leg_journal[break_leg[g]]], a.id, a.owner_id, a.company_id,
      case when a.side = 'D' then -after[break_leg[g]] else after[break_leg[g]] end, p_at
    from generate_series(1, breaks) g
    join account a on a.id = p_accounts[p_leg_accounts[break_leg[g]]]
    order by g desc
    on conflict do nothing;
  end if;
  if p_details is not null then
    insert into journal_detail (journal_id, actor, reason, metadata)
    select p_journals[d.journal], d.actor, d.reason, d.metadata
    from jsonb_to_recordset(p_details) d (journal int, actor text, reason text, metadata jsonb)
    where journal_ok[d.journal];
  end if;
  if p_updates is not null then
    for group_of in select * from jsonb_array_elements(p_updates) loop
      perform plan_update(group_of, accepted);
    end loop;
  end if;
  if p_rows is not null then
    for group_of in
      select v from jsonb_array_elements(p_rows) v
      left join plan_table t on t.name = to_regclass(quote_ident(v ->> 'table'))
      order by t.write_order
    loop
      perform plan_insert(group_of, accepted);
    end loop;
  end if;
  if p_events is not null or p_jobs is not null or p_answers is not null then
    perform plan_outbox(p_events, p_jobs, p_answers, accepted);
  end if;
  return said;
end $$;

do $$ begin
  perform callable_by_app('post_batch'::regproc::oid::regprocedure);
end $$;
