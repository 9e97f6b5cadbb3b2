-- post_batch and its parts. All run as the owner; the app's role may call post_batch only.

-- The types of a registered table's columns, to cast the texts of a plan.
create function plan_types(plan_target text, columns text[]) returns text[] language plpgsql as $$
declare
  types text[];
begin
  if not exists (select 1 from plan_table where name = to_regclass(quote_ident(plan_target))) then
    raise exception 'plans may not write to %', plan_target using errcode = 'LG002';
  end if;
  select array_agg(format_type(a.atttypid, a.atttypmod) order by c.place) into types
  from unnest(columns) with ordinality c (name, place)
  join pg_attribute a on a.attrelid = quote_ident(plan_target)::regclass and a.attname = c.name and a.attnum > 0;
  if coalesce(cardinality(types), 0) <> cardinality(columns) then
    raise exception 'a plan names a column that % does not have: %', plan_target, columns using errcode = 'LG002';
  end if;
  return types;
end $$;

-- One group of moves: same table, same columns; rows are [plan, id, from…, set…] as texts.
-- Locks the rows whose guards hold and gives the places of the others.
create function plan_guard(moves jsonb) returns int[] language plpgsql as $$
declare
  from_columns text[] := array(select jsonb_array_elements_text(moves -> 'from'));
  types text[] := plan_types(moves ->> 'table', array['id'] || from_columns);
  guards text := 'true';
  failed int[];
begin
  for place in 1 .. cardinality(from_columns) loop
    guards := guards || format(' and t.%I is not distinct from (m.v ->> %s)::%s',
      from_columns[place], place + 1, types[place + 1]);
  end loop;
  execute format(
    'with held as (
       select m.place from jsonb_array_elements($1) with ordinality m (v, place)
       join %I t on t.id = (m.v ->> 1)::%s where %s order by t.id for update of t)
     select array_agg(g) from generate_series(1, jsonb_array_length($1)) g where g not in (select place from held)',
    moves ->> 'table', types[1], guards)
  into failed using moves -> 'rows';
  return failed;
end $$;

create function plan_move(moves jsonb, accepted boolean[]) returns void language plpgsql as $$
declare
  set_columns text[] := array(select jsonb_array_elements_text(moves -> 'set'));
  types text[] := plan_types(moves ->> 'table', array['id'] || set_columns);
  first_place int := 1 + jsonb_array_length(moves -> 'from');
  sets text[] := '{}';
begin
  for place in 1 .. cardinality(set_columns) loop
    sets := sets || format('%I = (m.v ->> %s)::%s', set_columns[place], first_place + place, types[place + 1]);
  end loop;
  execute format(
    'update %I t set %s from jsonb_array_elements($1) m (v) where t.id = (m.v ->> 1)::%s and $2[(m.v ->> 0)::int]',
    moves ->> 'table', array_to_string(sets, ', '), types[1])
  using moves -> 'rows', accepted;
end $$;

-- One group of inserts: same table, same columns; rows are [plan, values…] as texts.
create function plan_insert(inserts jsonb, accepted boolean[]) returns void language plpgsql as $$
declare
  columns text[] := array(select jsonb_array_elements_text(inserts -> 'columns'));
  types text[] := plan_types(inserts ->> 'table', columns);
  places text[] := '{}';
begin
  for place in 1 .. cardinality(columns) loop
    places := places || format('(r.v ->> %s)::%s', place, types[place]);
  end loop;
  execute format('insert into %I (%s) select %s from jsonb_array_elements($1) r (v) where $2[(r.v ->> 0)::int]',
    inserts ->> 'table',
    (select string_agg(quote_ident(name), ', ' order by place) from unnest(columns) with ordinality c (name, place)),
    array_to_string(places, ', '))
  using inserts -> 'rows', accepted;
end $$;

create function open_accounts(opened jsonb, at timestamptz) returns void language sql as $$
  insert into account
    (id, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, floor, traits, head,
    opened_at)
  select o.id, o.code, o.asset, o.currency, o.owner_id, o.company_id, o.class::"char", o.side::"char", o.by_ref,
    o.passable, o.floor,
    case when o.side = 'D' then 1 else 0 end + case when o.by_ref then 2 else 0 end
      + case when o.passable then 4 else 0 end
      + case when o.code in ('card.available', 'card.floating', 'issuer.allocated') then 8 else 0 end
      + case when o.currency <> 'USD' then 32 else 0 end,
    sha256(uuid_send(o.id)), at
  from jsonb_to_recordset(opened) o (id uuid, code text, asset text, currency text, owner_id uuid, company_id uuid,
    class text, side text, by_ref boolean, passable boolean, floor bigint)
  order by o.id
  on conflict do nothing
$$;

create function plan_outbox(events jsonb, jobs jsonb, answers jsonb, accepted boolean[])
returns void language plpgsql as $$
begin
  if events is not null then
    insert into event (id, type, entity, entity_id, company_id, user_id, payload, at)
    select e.id, e.type, e.entity, e.entity_id, e.company_id, e.user_id, e.payload, e.at
    from jsonb_to_recordset(events) e (plan int, id uuid, type text, entity text, entity_id uuid, company_id uuid,
      user_id uuid, payload jsonb, at timestamptz)
    where accepted[e.plan];
    perform pg_notify('event', '');
  end if;
  if jobs is not null then
    insert into job (id, name, key, payload, due_at)
    select j.id, j.name, j.key, j.payload, j.due_at
    from jsonb_to_recordset(jobs) j (plan int, id uuid, name text, key text, payload jsonb, due_at timestamptz)
    where accepted[j.plan]
    on conflict (key) do nothing;
    perform pg_notify('job', '');
  end if;
  if answers is not null then
    insert into idempotency (principal, key, fingerprint, status, body, at)
    select a.principal, a.key, a.fingerprint, a.status, a.body, a.at
    from jsonb_to_recordset(answers) a (plan int, principal text, key text, fingerprint bytea, status int, body text,
      at timestamptz)
    where accepted[a.plan];
  end if;
end $$;

-- What is known before any balance is looked at: for each plan that is not to be posted, why.
-- Stored answers first, then journals that exist, then guards.
create function plan_verdicts(
  p_plan_journals int[], p_journals uuid[], p_keys text[], p_commands bytea, p_moves jsonb, p_answers jsonb
) returns jsonb[] language plpgsql as $$
declare
  verdicts jsonb[] := array_fill(null::jsonb, array[cardinality(p_plan_journals)]);
  found_ids uuid[] := array_fill(null::uuid, array[cardinality(p_journals)]);
  same boolean[] := array_fill(null::boolean, array[cardinality(p_journals)]);
  any_found boolean := false;
  row record;
  moves jsonb;
  place int;
  first_journal int := 1;
  plan int;
begin
  if p_answers is not null then
    for row in
      select a.plan, i.status, i.body, i.fingerprint = a.fingerprint as same
      from jsonb_to_recordset(p_answers) a (plan int, principal text, key text, fingerprint bytea)
      join idempotency i on i.principal = a.principal and i.key = a.key
    loop
      verdicts[row.plan] := case
        when row.same then jsonb_build_object('outcome', 'answered', 'status', row.status, 'body', row.body)
        else '{"outcome": "idempotency_conflict"}'::jsonb end;
    end loop;
  end if;

  for row in select j.id, j.idem, j.command_hash from journal j where j.idem = any (p_keys) loop
    any_found := true;
    place := array_position(p_keys, row.idem);
    found_ids[place] := row.id;
    same[place] := row.command_hash = substr(p_commands, 32 * place - 31, 32);
  end loop;
  if any_found then
    for plan in 1 .. cardinality(p_plan_journals) loop
      if verdicts[plan] is null and p_plan_journals[plan] >= first_journal then
        verdicts[plan] := case
          when not exists (select 1 from generate_series(first_journal, p_plan_journals[plan]) g
            where found_ids[g] is not null) then null
          when exists (select 1 from generate_series(first_journal, p_plan_journals[plan]) g
            where same[g] is not true) then '{"outcome": "idempotency_conflict"}'::jsonb
          else jsonb_build_object('outcome', 'replayed', 'journalIds',
            to_jsonb(found_ids[first_journal : p_plan_journals[plan]])) end;
      end if;
      first_journal := p_plan_journals[plan] + 1;
    end loop;
  end if;

  for moves in select * from jsonb_array_elements(p_moves) loop
    foreach place in array coalesce(plan_guard(moves), '{}') loop
      plan := (moves -> 'rows' -> (place - 1) ->> 0)::int;
      if verdicts[plan] is null then
        verdicts[plan] := jsonb_build_object('outcome', 'guard_failed', 'table', moves ->> 'table',
          'id', moves -> 'rows' -> (place - 1) ->> 1);
      end if;
    end loop;
  end loop;
  return verdicts;
end $$;

-- Applies a batch of plans in order, each whole or not at all, and gives null when all were posted, else
-- [{plan, outcome, …}] of those that were not. p_is_retry: an earlier try may have been committed; then its answer is
-- given again.
--
-- Accounts p_accounts are locked in the order of their ids before any index with keys is touched; p_beside are wallet
-- buckets that do not change and are only read: whoever changes one holds the lock of its wallet's available account.
-- Numbers point into p_accounts || p_beside, p_kind_names, p_times. An array that is shorter than its peers means null
-- for the rest. p_plan_journals and p_journal_legs hold the last journal of each plan, the last leg of each journal.
create function post_batch(
  p_batch uuid, p_is_retry boolean, p_at timestamptz, p_open jsonb,
  p_accounts uuid[], p_beside uuid[], p_wallet_of int[], p_wallets int[], p_ref_accounts int[], p_ref_ids uuid[],
  p_with_assets boolean, p_plan_journals int[],
  p_journals uuid[], p_keys text[], p_commands bytea, p_kind_names text[], p_kinds int[], p_times timestamptz[],
  p_effective int[], p_subjects uuid[], p_reverses uuid[], p_breaks uuid[], p_outside boolean[], p_journal_legs int[],
  p_leg_journals int[], p_leg_accounts int[], p_amounts bigint[], p_refs uuid[], p_slots int[], p_at_least bigint[],
  p_moves jsonb, p_rows jsonb, p_events jsonb, p_jobs jsonb, p_answers jsonb
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
  -- of each account
  companies uuid[]; traits int[]; floors bigint[]; heads bytea[]; balances bigint[]; seqs bigint[]; old_seqs bigint[];
  currencies text[];
  beside_balances bigint[]; beside_seqs bigint[];
  ref_balances bigint[]; ref_touched boolean[];
  verdicts jsonb[] := '{}';
  accepted boolean[] := array_fill(true, array[plans]);
  journal_ok boolean[] := array_fill(true, array[journals]);
  -- of each leg
  after bigint[] := array_fill(null::bigint, array[legs]);
  leg_seq bigint[] := after;
  leg_hash bytea[] := array_fill(null::bytea, array[legs]);
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
  journal_bytes bytea; usd bigint; units bigint; asset text; twins bigint;
  account int; amount bigint; trait int; balance bigint; seq bigint; hash bytea; shift bigint; height bigint; slot int;
  wallet int;
  first_journal int := 1; first_leg int := 1; plan_leg int; last_leg int; leg int;
  refusal jsonb;
  this_tx bigint := pg_current_xact_id()::text::bigint;
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
  if p_open is not null then perform open_accounts(p_open, p_at); end if;

  select array_agg(l.company_id), array_agg(l.traits), array_agg(l.floor), array_agg(l.head),
    array_agg(l.balance), array_agg(l.seq)
  into companies, traits, floors, heads, balances, seqs
  from (
    select a.company_id, a.traits, a.floor, a.head, a.balance, a.seq from account a
    where a.id = any (p_accounts) order by a.id for update
  ) l;
  if coalesce(cardinality(seqs), 0) <> accounts then
    raise exception 'an account of this batch is not open' using errcode = 'LG001';
  end if;
  old_seqs := seqs;
  if p_with_assets then
    select array_agg(a.currency order by a.id) into currencies from account a where a.id = any (p_accounts);
  end if;
  if wallets > 0 then
    marks := array_fill(0, array[wallets]);
    available_before := array_fill(0::bigint, array[wallets]);
    pending_before := available_before;
    reserved_before := available_before;
    select array_agg(b.balance), array_agg(b.seq) into beside_balances, beside_seqs
    from (select a.balance, a.seq from account a where a.id = any (p_beside) order by a.id) b;
    if coalesce(cardinality(beside_seqs), 0) <> cardinality(p_beside) then
      raise exception 'an account of this batch is not open' using errcode = 'LG001';
    end if;
    balances := balances || beside_balances;
    seqs := seqs || beside_seqs;
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
  if p_moves is not null or p_answers is not null or exists (select 1 from journal j where j.idem = any (p_keys)) then
    verdicts := plan_verdicts(p_plan_journals, p_journals, p_keys, p_commands, p_moves, p_answers);
  end if;

  for plan in 1 .. plans loop
    refusal := verdicts[plan];
    last_leg := case when p_plan_journals[plan] >= first_journal then p_journal_legs[p_plan_journals[plan]]
      else first_leg - 1 end;
    if refusal is null then
      plan_leg := first_leg;
      lines_before_plan := lines;
      breaks_before_plan := breaks;
      leg := first_leg - 1;
      <<deciding>>
      for journal in first_journal .. p_plan_journals[plan] loop
        journal_bytes := uuid_send(p_journals[journal]);
        usd := 0; units := 0; asset := null; twins := 0;
        for this_leg in plan_leg .. p_journal_legs[journal] loop
          account := p_leg_accounts[this_leg];
          amount := p_amounts[this_leg];
          trait := traits[account];
          if trait & 16 <> 0 then
            refusal := jsonb_build_object('outcome', 'account_closed', 'account', account);
            exit deciding;
          end if;
          if wallets > 0 then
            wallet := p_wallet_of[account];
            if wallet > 0 and marks[wallet] <> journal then
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
          if trait & 1 <> 0 then
            shift := -amount;
            height := -balance;
          else
            shift := amount;
            height := balance;
          end if;
          if shift < 0 and height < floors[account] then
            if p_outside[journal] and trait & 4 <> 0 then
              breaks := breaks + 1;
              break_leg[breaks] := leg;
            else
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
          if trait & 2 <> 0 then
            slot := p_slots[leg];
            if slot is null then
              raise exception 'a leg on % names no reference', p_accounts[account] using errcode = 'LG002';
            end if;
            ref_touched[slot] := true;
            ref_balances[slot] := ref_balances[slot] + shift;
            if ref_balances[slot] < 0 then
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
          elsif asset is null or asset = currencies[account] then
            asset := currencies[account];
            units := units + amount;
          else
            raise exception 'a journal has legs in two assets' using errcode = 'LG002';
          end if;
        end loop;
        if usd <> 0 or units <> 0 or twins <> 0 then
          refusal := '{"outcome": "unbalanced"}';
          exit deciding;
        end if;
        for place in 1 .. touched_count loop
          wallet := touched[place];
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
  said := said || ']';

  with journals_written as (
    insert into journal
      (id, idem, command_hash, kind, effective_at, recorded_at, subject_id, reverses, break_id, tx)
    select p_journals[g], p_keys[g], substr(p_commands, 32 * g - 31, 32), p_kind_names[p_kinds[g]],
      p_times[p_effective[g]], p_at, p_subjects[g], p_reverses[g], p_breaks[g], this_tx
    from generate_series(1, journals) g where journal_ok[g]
  ), postings_written as (
    insert into posting
      (account_id, seq, journal_id, amount, balance_after, effective_at, company_id, ref, hash)
    select p_accounts[p_leg_accounts[g]], leg_seq[g], p_journals[p_leg_journals[g]], p_amounts[g], after[g],
      p_times[p_effective[p_leg_journals[g]]], companies[p_leg_accounts[g]], p_refs[g], leg_hash[g]
    from generate_series(1, legs) g where leg_seq[g] is not null
  ), batch_written as (
    insert into ledger_batch (id, at, answer) select p_batch, p_at, said where not p_is_retry
  )
  update account t set balance = balances[g], seq = seqs[g], head = heads[g]
  from generate_series(1, accounts) g where t.id = p_accounts[g] and seqs[g] <> old_seqs[g];
  if p_is_retry then update ledger_batch set answer = said where id = p_batch; end if;
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
    select a.owner_id, split_part(a.code, '.', 2), line_seq[g], p_journals[line_journal[g]],
      p_kind_names[p_kinds[line_journal[g]]], a.company_id, p_times[p_effective[line_journal[g]]],
      line_a0[g], line_a1[g], line_p0[g], line_p1[g], line_r0[g], line_r1[g]
    from generate_series(1, lines) g
    join account a on a.id = p_accounts[p_wallets[3 * line_wallet[g] - 2]];
  end if;
  if breaks > 0 then
    insert into ledger_break (id, class, journal_id, account_id, owner_id, company_id, balance, at)
    select md5(p_journals[p_leg_journals[break_leg[g]]]::text || a.id::text)::uuid,
      case when a.code = 'card.available' then 'overdrawn_card' else 'master_balance' end,
      p_journals[p_leg_journals[break_leg[g]]], a.id, a.owner_id, a.company_id,
      case when a.side = 'D' then -after[break_leg[g]] else after[break_leg[g]] end, p_at
    from generate_series(1, breaks) g
    join account a on a.id = p_accounts[p_leg_accounts[break_leg[g]]]
    on conflict do nothing;
  end if;
  if p_moves is not null then
    for group_of in select * from jsonb_array_elements(p_moves) loop
      perform plan_move(group_of, accepted);
    end loop;
  end if;
  if p_rows is not null then
    for group_of in
      select v from jsonb_array_elements(p_rows) v
      left join plan_table t on t.name = to_regclass(quote_ident(v ->> 'table'))
      order by t.place
    loop
      perform plan_insert(group_of, accepted);
    end loop;
  end if;
  if p_events is not null or p_jobs is not null or p_answers is not null then
    perform plan_outbox(p_events, p_jobs, p_answers, accepted);
  end if;
  return said;
end $$;

do $$
declare
  part text;
begin
  foreach part in array array['plan_types(text, text[])', 'plan_guard(jsonb)', 'plan_move(jsonb, boolean[])',
    'plan_insert(jsonb, boolean[])', 'open_accounts(jsonb, timestamptz)',
    'plan_outbox(jsonb, jsonb, jsonb, boolean[])',
    'plan_verdicts(int[], uuid[], text[], bytea, jsonb, jsonb)'] loop
    execute format('revoke execute on function %s from public', part);
  end loop;
  perform callable_by_app((select oid from pg_proc where proname = 'post_batch')::regprocedure);
end $$;
