-- The database checks what its caller says. Traits of kinds and accounts come from journal_kind and chart_line, and ids of
-- accounts from their keys. The order of a batch is checked, so that a leg changes the account that it names.

-- The traits of wallets are new. They are facts of an account, so their change is recorded.
do $$
declare
  wallets uuid[] := array(select id from account where code like 'wallet.%' order by id);
begin
  update account set traits = traits | 64
    | case when code like 'wallet.immediate.%' then 128 else 0 end
    | case when code like 'wallet.%.pending' then 256 when code like 'wallet.%.reserved' then 512 else 0 end
  where id = any (wallets);
  perform record_account_changes(wallets, (select clock_timestamp() + offset_ms * interval '1 millisecond' from clock));
end $$;

-- How far the times of a journal may be from the database's clock. An owner who imports an old book, or whose database
-- is in a sandbox that starts in the past, sets them wider. They cannot be narrower than the defaults.
create table posting_bound (
  only_row boolean primary key default true check (only_row),
  -- recorded_at: business time is real time or ahead of it. The app's clock and the database's may differ by a minute.
  recorded_behind_minutes int not null default 1,
  recorded_ahead_minutes int not null default 1,
  -- effective_at, from recorded_at: card schemes settle disputes within 540 days, and a feed of the issuer may be read
  -- late. An outside clock may be in another time zone.
  effective_behind_minutes int not null default 1095 * 24 * 60,
  effective_ahead_minutes int not null default 24 * 60
);
insert into posting_bound (recorded_behind_minutes)
select 1 + ceil(greatest(-offset_ms, 0) / 60000.0)::int from clock;
select only_readable('posting_bound');

-- Makes the id of an account from its key, as account-id.ts does.
create function account_id_of(code text, asset text, owner_id uuid) returns uuid language sql stable as $$
  select (substr(o.hex, 1, 12) || '8' || substr(w.hex, 1, 3)
    || substr('89ab89ab89ab89ab', 1 + position(substr(w.hex, 4, 1) in '123456789abcdef'), 1) || substr(w.hex, 5, 3)
    || substr(w.hex, 8, 12))::uuid
  from (select encode(sha256(convert_to(coalesce(owner_id::text, ''), 'UTF8')), 'hex') as hex) o,
    (select encode(sha256(convert_to(code || E'\n' || coalesce(asset, '') || E'\n' || coalesce(owner_id::text, ''), 'UTF8')),
      'hex') as hex) w
$$;

-- Opens accounts of the chart: the caller names code, asset, owner and company. Accounts of the operator have neither
-- owner nor company, all others have an owner; an asset is `token@chain`.
create or replace function open_accounts(opened jsonb, at timestamptz) returns void language plpgsql as $$
declare
  made uuid[];
begin
  if exists (
    select from jsonb_to_recordset(opened) o (code text, asset text, owner_id uuid, company_id uuid)
    left join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
    where (('operator' = any (l.owner_kinds)) = (o.owner_id is null)
      and (o.owner_id is not null or o.company_id is null)
      and (o.asset is null or o.asset ~ '^[^@\s]+@[^@\s]+$')) is not true
  ) then
    raise exception 'an account is not in the chart' using errcode = 'LG002';
  end if;
  with new_account as (
    insert into account (id, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, floor, traits,
      head, opened_at)
    select o.id, l.code, o.asset, case when l.currency_kind in ('asset', 'native') then o.asset else 'USD' end,
      o.owner_id, o.company_id, l.class, l.side, l.by_ref, l.passable, l.floor, l.traits, sha256(uuid_send(o.id)),
      open_accounts.at
    from (
      select account_id_of(r.code, r.asset, r.owner_id) as id, r.*
      from jsonb_to_recordset(opened) r (code text, asset text, owner_id uuid, company_id uuid)
    ) o join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
    order by o.id
    on conflict do nothing
    returning id
  )
  select array_agg(id) into made from new_account;
  if made is not null then perform record_account_changes(made, open_accounts.at); end if;
end $$;

-- How far below zero an owner's immediate wallet may go; opens a new wallet in the company.
drop function set_allowance(jsonb, uuid, bigint, timestamptz);
create function set_allowance(p_owner uuid, p_company uuid, p_allowance bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet uuid := account_id_of('wallet.immediate.available', null, p_owner);
begin
  if (p_allowance >= 0) is not true then
    raise exception 'an allowance is not negative' using errcode = 'LG002';
  end if;
  perform open_accounts((
    select jsonb_agg(
      jsonb_build_object('code', 'wallet.immediate.' || bucket, 'owner_id', p_owner, 'company_id', p_company))
    from unnest(array['available', 'pending', 'reserved']) bucket), p_at);
  update account set floor = -p_allowance where id = wallet;
  perform record_account_changes(array[wallet], p_at);
end $$;


-- Raises LG004, after which the poster sends the batch again, unless the time of recording is near the database's clock.
create function check_batch(p_command_bytes int, p_journals int, p_at timestamptz) returns void language plpgsql as $$
declare
  now_at timestamptz := clock_timestamp();
  bound posting_bound;
begin
  if p_command_bytes <> 32 * p_journals then
    raise exception 'a command has no hash' using errcode = 'LG002';
  end if;
  select * into bound from posting_bound;
  if (p_at between now_at - make_interval(mins => bound.recorded_behind_minutes)
    and now_at + make_interval(mins => bound.recorded_ahead_minutes)
      + (select greatest(offset_ms, 0) from clock) * interval '1 millisecond') is not true then
    raise exception 'this batch was not made now: % at %', p_at, now_at using errcode = 'LG004';
  end if;
end $$;

create function refuse_accounts(p_accounts uuid[]) returns void language plpgsql as $$
begin
  if p_accounts = array(select distinct a from unnest(p_accounts) a order by a) then
    raise exception 'an account of this batch is not open' using errcode = 'LG001';
  end if;
  raise exception 'the accounts of this batch are not in order' using errcode = 'LG002';
end $$;

create function check_effective(instant timestamptz, p_at timestamptz) returns void language plpgsql as $$
declare
  bound posting_bound;
begin
  select * into bound from posting_bound;
  if (instant between p_at - make_interval(mins => bound.effective_behind_minutes)
    and p_at + make_interval(mins => bound.effective_ahead_minutes)) is not true then
    raise exception 'a journal has an effective time that is too far from now: %', instant using errcode = 'LG002';
  end if;
end $$;

-- Journals of a kind name a break if the kind does.
create function check_breaks(p_kinds int[], p_breaks uuid[], p_kind int, p_names_break boolean, p_journals int)
returns void language plpgsql as $$
begin
  if exists (
    select from generate_series(1, p_journals) g
    where p_kinds[g] = p_kind and (p_breaks[g] is not null) <> p_names_break
  ) then
    raise exception 'a journal names a break that its kind does not have, or none' using errcode = 'LG002';
  end if;
end $$;

-- These are checked where the rows are made: an account has the class and side of its line in the chart, and no update
-- may change them; a journal names a break if its kind does. A check of a table is parsed again by each statement.
alter table account drop constraint account_class_check, drop constraint account_side_check;
alter table journal drop constraint journal_names_its_break;

-- The types of a registered table's columns, to cast the texts of a plan. The caller's own login must have the right to
-- change the table: a plan cannot change rows that are only added to.
drop function plan_types(text, text[]);
create function plan_types(plan_target text, columns text[], needed text) returns text[] language plpgsql as $$
declare
  types text[];
begin
  if not exists (select 1 from plan_table where name = to_regclass(quote_ident(plan_target)))
    or not has_table_privilege(session_user, quote_ident(plan_target), needed) then
    raise exception 'plans may not write to %', plan_target using errcode = 'LG002';
  end if;
  select array_agg(format_type(a.atttypid, a.atttypmod) order by c.ordinal) into types
  from unnest(columns) with ordinality c (name, ordinal)
  join pg_attribute a on a.attrelid = quote_ident(plan_target)::regclass and a.attname = c.name and a.attnum > 0;
  if coalesce(cardinality(types), 0) <> cardinality(columns) then
    raise exception 'a plan names a column that % does not have: %', plan_target, columns using errcode = 'LG002';
  end if;
  return types;
end $$;

do $$ declare code text := pg_get_functiondef('plan_insert(jsonb, boolean[])'::regprocedure);
begin
  execute replace(code, $was$plan_types(inserts ->> 'table', columns)$was$,
    $is$plan_types(inserts ->> 'table', columns, 'insert')$is$);
end $$;

drop function plan_guard(jsonb);
drop function plan_move(jsonb, boolean[]);
drop function plan_verdicts(int[], uuid[], text[], bytea, jsonb, jsonb);
do $$ begin
  execute format('drop function %s', 'post_batch'::regproc::oid::regprocedure);
end $$;

-- One group of updates: same table, same columns; rows are [plan, id, from…, set…] as texts.
-- Locks the rows whose guards hold and returns the numbers of the others.
create function plan_guard(updates jsonb) returns int[] language plpgsql as $$
declare
  from_columns text[] := array(select jsonb_array_elements_text(updates -> 'from'));
  types text[] := plan_types(updates ->> 'table', array['id'] || from_columns, 'update');
  guards text := 'true';
  failed int[];
begin
  for ordinal in 1 .. cardinality(from_columns) loop
    guards := guards || format(' and t.%I is not distinct from (m.v ->> %s)::%s',
      from_columns[ordinal], ordinal + 1, types[ordinal + 1]);
  end loop;
  execute format(
    'with held as (
       select m.ordinal from jsonb_array_elements($1) with ordinality m (v, ordinal)
       join %I t on t.id = (m.v ->> 1)::%s where %s order by t.id for update of t)
     select array_agg(g) from generate_series(1, jsonb_array_length($1)) g where g not in (select ordinal from held)',
    updates ->> 'table', types[1], guards)
  into failed using updates -> 'rows';
  return failed;
end $$;

create function plan_update(updates jsonb, accepted boolean[]) returns void language plpgsql as $$
declare
  set_columns text[] := array(select jsonb_array_elements_text(updates -> 'set'));
  types text[] := plan_types(updates ->> 'table', array['id'] || set_columns, 'update');
  first_ordinal int := 1 + jsonb_array_length(updates -> 'from');
  sets text[] := '{}';
begin
  for ordinal in 1 .. cardinality(set_columns) loop
    sets := sets || format('%I = (m.v ->> %s)::%s', set_columns[ordinal], first_ordinal + ordinal, types[ordinal + 1]);
  end loop;
  execute format(
    'update %I t set %s from jsonb_array_elements($1) m (v) where t.id = (m.v ->> 1)::%s and $2[(m.v ->> 0)::int]',
    updates ->> 'table', array_to_string(sets, ', '), types[1])
  using updates -> 'rows', accepted;
end $$;

-- What is known before any balance is read: for each plan that is not posted, the reason.
create function plan_verdicts(
  p_plan_journals int[], p_journals uuid[], p_keys text[], p_commands bytea, p_updates jsonb, p_answers jsonb
) returns jsonb[] language plpgsql as $$
declare
  verdicts jsonb[] := array_fill(null::jsonb, array[cardinality(p_plan_journals)]);
  found_ids uuid[] := array_fill(null::uuid, array[cardinality(p_journals)]);
  same boolean[] := array_fill(null::boolean, array[cardinality(p_journals)]);
  any_found boolean := false;
  row record;
  updates jsonb;
  ordinal int;
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
    ordinal := array_position(p_keys, row.idem);
    found_ids[ordinal] := row.id;
    same[ordinal] := row.command_hash = substr(p_commands, 32 * ordinal - 31, 32);
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

  for updates in select * from jsonb_array_elements(p_updates) loop
    foreach ordinal in array coalesce(plan_guard(updates), '{}') loop
      plan := (updates -> 'rows' -> (ordinal - 1) ->> 0)::int;
      if verdicts[plan] is null then
        verdicts[plan] := jsonb_build_object('outcome', 'guard_failed', 'table', updates ->> 'table',
          'id', updates -> 'rows' -> (ordinal - 1) ->> 1);
      end if;
    end loop;
  end loop;
  return verdicts;
end $$;

-- Applies a batch of plans in order, each whole or not at all, and gives null when all were posted, else
-- [{plan, outcome, …}] of those that were not. p_is_retry: an earlier try may have been committed; then its answer is
-- returned again.
--
-- Accounts p_accounts are locked in the order of their ids before any index with keys is touched; p_unlocked are wallet
-- buckets that do not change and are only read: whoever changes one holds the lock of its wallet's available account.
-- p_wallets are the numbers of the available, pending and reserved bucket of each wallet. Numbers point into p_accounts ||
-- p_unlocked, p_kind_names, p_times. An array that is shorter than its peers means null for the rest. p_plan_journals and
-- p_journal_legs hold the last journal of each plan, the last leg of each journal.
create function post_batch(
  p_batch uuid, p_is_retry boolean, p_at timestamptz, p_open jsonb, p_accounts uuid[], p_unlocked uuid[], p_wallets int[],
  p_ref_accounts int[], p_ref_ids uuid[], p_plan_journals int[],
  p_journals uuid[], p_keys text[], p_commands bytea, p_kind_names text[], p_kinds int[], p_times timestamptz[],
  p_effective int[], p_subjects uuid[], p_reverses uuid[], p_breaks uuid[], p_journal_legs int[],
  p_leg_accounts int[], p_amounts bigint[], p_refs uuid[], p_slots int[], p_at_least bigint[],
  p_updates jsonb, p_rows jsonb, p_events jsonb, p_jobs jsonb, p_answers jsonb
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
  journal_bytes bytea; usd bigint; units bigint; asset text; twins bigint;
  account int; amount bigint; trait int; balance bigint; seq bigint; hash bytea; shift bigint; height bigint; slot int;
  wallet int; bucket int; pending int; reserved int;
  is_outside boolean; names_break boolean; pattern text;
  instant timestamptz; earliest timestamptz := p_at - interval '1095 days'; latest timestamptz := p_at + interval '1 day';
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
        and owners[reserved] = owners[bucket]) is not true then
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
        usd := 0; units := 0; asset := null; twins := 0;
        if p_journal_legs[journal] < plan_leg or p_keys[journal] not like kind_pattern[p_kinds[journal]]
          and p_keys[journal] not like kind_pattern[p_kinds[journal]] || ':reversed' then
          raise exception '% has no legs, or a key of another kind', p_keys[journal] using errcode = 'LG002';
        end if;
        for this_leg in plan_leg .. p_journal_legs[journal] loop
          account := p_leg_accounts[this_leg];
          amount := p_amounts[this_leg];
          trait := traits[account];
          if trait & 16 <> 0 then
            refusal := jsonb_build_object('outcome', 'account_closed', 'account', account);
            exit deciding;
          end if;
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
          if shift < 0 and height < floors[account] then
            if kind_outside[p_kinds[journal]] and trait & 4 <> 0 then
              breaks := breaks + 1;
              break_leg[breaks] := leg;
            else
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
          if trait & 2 <> 0 then
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
            if asset <> currencies[account] then
              raise exception 'a journal has legs in two assets' using errcode = 'LG002';
            end if;
            asset := currencies[account];
            units := units + amount;
          end if;
        end loop;
        if usd <> 0 or units <> 0 or twins <> 0 then
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
  if first_journal <> journals + 1 or first_leg <> legs + 1 then
    raise exception 'a journal or a leg of this batch belongs to no plan' using errcode = 'LG002';
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
    on conflict do nothing;
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

do $$
declare
  part text;
begin
  foreach part in array array['plan_types(text, text[], text)', 'plan_guard(jsonb)', 'plan_update(jsonb, boolean[])',
    'plan_verdicts(int[], uuid[], text[], bytea, jsonb, jsonb)', 'account_id_of(text, text, uuid)',
    'check_batch(int, int, timestamptz)', 'refuse_accounts(uuid[])',
    'check_effective(timestamptz, timestamptz)', 'check_breaks(int[], uuid[], int, boolean, int)',
    'set_allowance(uuid, uuid, bigint, timestamptz)'] loop
    execute format('revoke execute on function %s from public', part);
  end loop;
  perform callable_by_app('post_batch'::regproc::oid::regprocedure);
end $$;
