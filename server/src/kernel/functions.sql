-- The functions of the migrated schema as they are now, written by `node tools/schema-types.ts`. Nothing runs this
-- file: read it, and change a function by a new migration. `npm run ledger -- verify` compares the database with it.

CREATE OR REPLACE FUNCTION public.accept_seller_invitation(p_id uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update seller_invitation i set accepted_at = p_at, accepted_by = u.id
  from app_user u
  where i.id = p_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > p_at
    and u.id = (select nullif(current_setting('app.user', true), ''))::uuid
    and u.email = i.email and u.email_verified_at is not null;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.account_id_of(code text, asset text, owner_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select (substr(o.hex, 1, 12) || '8' || substr(w.hex, 1, 3)
    || substr('89ab89ab89ab89ab', 1 + position(substr(w.hex, 4, 1) in '123456789abcdef'), 1) || substr(w.hex, 5, 3)
    || substr(w.hex, 8, 12))::uuid
  from (select encode(sha256(convert_to(coalesce(owner_id::text, ''), 'UTF8')), 'hex') as hex) o,
    (select encode(sha256(convert_to(code || E'\n' || coalesce(asset, '') || E'\n' || coalesce(owner_id::text, ''), 'UTF8')),
      'hex') as hex) w
$function$;

CREATE OR REPLACE FUNCTION public.account_leaves(p_ids uuid[], p_salts bytea)
 RETURNS TABLE(id uuid, leaf bytea)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  select c.id, sha256('\x00' || convert_to(c.head || E'\n' || encode(part_hash(e.salt, c.name, c.facts), 'hex'), 'UTF8'))
  from (
    select e.id, substr(p_salts, 16 * e.place::int - 15, 16) as salt
    from unnest(p_ids) with ordinality e (id, place)
  ) e, account_parts(array[e.id]) c
$function$;

CREATE OR REPLACE FUNCTION public.account_parts(p_ids uuid[])
 RETURNS TABLE(id uuid, owner_id uuid, company_id uuid, head text, name text, facts text)
 LANGUAGE sql
 STABLE
AS $function$
  select c.id, c.owner_id, c.company_id, 'cardamom account 2' || E'\n' || c.id || E'\n' || micros_of(c.at),
    'account ' || c.account_id || ' ' || c.number,
    c.code || ' ' || coalesce(c.asset, '-') || ' ' || c.currency || ' ' || coalesce(c.owner_id::text, '-')
      || ' ' || coalesce(c.company_id::text, '-') || ' ' || c.class::text || ' ' || c.side::text
      || ' ' || c.by_ref || ' ' || c.passable || ' ' || c.traits || ' ' || coalesce(c.floor::text, '-')
      || ' ' || coalesce(micros_of(c.closed_at)::text, '-')
  from account_change c where c.id = any (p_ids)
$function$;

CREATE OR REPLACE FUNCTION public.add_fee_versions(p_rows jsonb, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from jsonb_to_recordset(p_rows) as r(valid_from timestamptz) where r.valid_from <= p_at) then
    raise exception 'a fee schedule never begins in the past' using errcode = '23514';
  end if;
  insert into fee_schedule (id, company_id, version, valid_from, way, level, base_id, regular_hundredths_bp,
    immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by, approved_by, reason)
  select r.id, r.company_id, r.version, r.valid_from, r.way, r.level, r.base_id, r.regular, r.immediate, r.transfer, p_at,
    r.created_by, r.approved_by, r.reason
  from jsonb_to_recordset(p_rows) as r(id uuid, company_id uuid, version int, valid_from timestamptz, way text,
    level smallint, base_id uuid, regular bigint[], immediate bigint[], transfer bigint[], created_by uuid,
    approved_by uuid, reason text);
end $function$;

CREATE OR REPLACE FUNCTION public.add_partition(p_table regclass, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  of_table partitioned_table;
  starts_at timestamp;
  part text;
  from_id uuid;
  to_id uuid;
  is_elsewhere boolean;
begin
  select * into of_table from partitioned_table where name = p_table;
  starts_at := date_trunc(case of_table.partition_months when 12 then 'year' else 'month' end, p_at at time zone 'UTC');
  part := p_table || '_' || to_char(starts_at, case of_table.partition_months when 12 then 'YYYY' else 'YYYYMM' end);
  if to_regclass(part) is not null then return false; end if;
  from_id := first_id(starts_at at time zone 'UTC');
  to_id := first_id((starts_at + make_interval(months => of_table.partition_months)) at time zone 'UTC');
  -- The first partition has the rows from before, and the rest of the time in which the table was partitioned.
  select exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = p_table and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE%'
      and from_id < partition_end(c.oid)) into is_elsewhere;
  if is_elsewhere then return false; end if;
  execute format('select exists (select from %1$s_other where %2$I >= $1 and %2$I < $2 and %3$s)', p_table,
    of_table.id_column, timed_rows(p_table))
  into is_elsewhere using from_id, to_id;
  if is_elsewhere then return false; end if;
  perform make_partition(p_table, part, from_id, to_id);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.adjusted_since(p_owner uuid, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(amount_cents), 0)::bigint from wallet_adjustment
  where owner_id = p_owner and adjusted_at >= p_since and status <> 'refused'
$function$;

CREATE OR REPLACE FUNCTION public.append_audit_block(p_height bigint, p_root bytea, p_previous bytea, p_ledger_block text, p_hash bytea, p_signed_at timestamp with time zone, p_key_id text, p_signature bytea, p_ids uuid[], p_leaves bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last audit_block;
begin
  if (p_signed_at between timestamptz '1970-01-01 00:00Z' and latest_time()) is not true then
    raise exception 'a block cannot be signed at this time: %', p_signed_at using errcode = 'LG002';
  end if;
  if cardinality(p_ids) * 32 is distinct from length(p_leaves) then
    raise exception 'a block has a leaf for each row' using errcode = 'LG002';
  end if;
  select * into last from audit_block order by height desc limit 1;
  if p_height <> coalesce(last.height, 0) + 1 or p_previous <> coalesce(last.hash, '') then return false; end if;
  insert into audit_block (height, entries, last_id, root, previous, ledger_block, hash, signed_at, key_id, signature)
  values (p_height, cardinality(p_ids), greatest(last.last_id, p_ids[cardinality(p_ids)]), p_root, p_previous, p_ledger_block, p_hash,
    p_signed_at, p_key_id, p_signature)
  on conflict do nothing;
  if not found then return false; end if;
  insert into audit_leaf (audit_id, height, leaf)
  select e.id, p_height, substr(p_leaves, 32 * e.place::int - 31, 32) from unnest(p_ids) with ordinality e (id, place);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.append_block(p_height bigint, p_first bigint, p_root bytea, p_previous bytea, p_hash bytea, p_signed_at timestamp with time zone, p_key_id text, p_signature bytea, p_rows tid[], p_kinds "char"[], p_ids uuid[], p_salts bytea, p_leaves bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last block;
  entries int := cardinality(p_ids);
begin
  if (p_signed_at between timestamptz '1970-01-01 00:00Z' and latest_time()) is not true then
    raise exception 'a block cannot be signed at this time: %', p_signed_at using errcode = 'LG002';
  end if;
  select * into last from block order by height desc limit 1;
  if p_height <> coalesce(last.height, 0) + 1 or p_first <> coalesce(last.last_number, 0) + 1
    or p_previous <> coalesce(last.hash, '') then
    return false;
  end if;
  insert into block (height, first_number, last_number, root, previous, hash, signed_at, key_id, signature)
  values (p_height, p_first, p_first + entries - 1, p_root, p_previous, p_hash, p_signed_at, p_key_id, p_signature)
  on conflict do nothing;
  if not found then return false; end if;
  with removed as (delete from unsigned_entry where ctid = any (p_rows) returning kind, id),
  matched as (
    select from removed r join unnest(p_kinds, p_ids) e (kind, id) on e.kind = r.kind and e.id = r.id
  )
  select count(*) into entries from matched;
  if entries <> cardinality(p_ids) or entries <> cardinality(p_rows) then
    raise exception 'a block may only sign what is queued' using errcode = 'LG002';
  end if;
  insert into signed_entry (number, id, kind, salt, leaf)
  select p_first + e.place - 1, e.id, e.kind, substr(p_salts, 16 * e.place::int - 15, 16),
    substr(p_leaves, 32 * e.place::int - 31, 32)
  from unnest(p_kinds, p_ids) with ordinality e (kind, id, place);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.append_only(book_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format(
    'create trigger history_stays before update or delete or truncate on %s for each statement execute function history_stays()',
    book_table);
  perform only_readable(book_table);
end $function$;

CREATE OR REPLACE FUNCTION public.approval_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decision constant text[] := array['status', 'checker_id', 'decided_at', 'is_self_checked', 'note', 'failure_code',
    'failure_data'];
begin
  if tg_op = 'DELETE' then
    raise exception 'a request is never deleted';
  end if;
  -- Only the decision may change.
  if to_jsonb(new) - decision is distinct from to_jsonb(old) - decision then
    raise exception 'what was requested never changes';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.archive_quotes(p_before timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with old as (
    select l.* from load l
    where l.status in ('cancelled', 'expired')
      and l.expires_at < (
        select least(p_before, clock_timestamp() + c.offset_ms * interval '1 millisecond' - interval '400 days')
        from clock c)
      and not exists (select from chain_transfer t where t.load_id = l.id)
    order by l.expires_at limit 1000 for update skip locked
  ), archived as (
    insert into archived_quote (address, salt, id, ref, company_id, user_id, card_id, kind, speed, version, asset, network,
      decimals, due_units, rate, mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents,
      net_cents, quoted_at, expires_at, release_from, release_by, ended_as, ended_at)
    select address, salt, id, ref, company_id, user_id, card_id, kind, speed, version, asset, network,
      decimals, due_units, rate, mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents,
      net_cents, quoted_at, expires_at, release_from, release_by, status,
      coalesce((select max(h.at) from load_history h where h.load_id = old.id), expires_at)
    from old
  ), lines as (
    delete from load_history h using old where h.load_id = old.id
  ), gone as (
    delete from load l using old where l.id = old.id returning 1
  )
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION public.assign_accounts(p_owner uuid, p_company uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  all_accounts uuid[];
  changed uuid[];
begin
  perform 1 from account where owner_id = p_owner order by id for update;
  all_accounts := array(select id from account where owner_id = p_owner);
  changed := array(select a.id from account a where a.owner_id = p_owner and a.company_id is distinct from p_company);
  update account set company_id = p_company where id = any (changed);
  update ref_balance set company_id = p_company where account_id = any (all_accounts);
  perform record_account_changes(changed, p_at);
end $function$;

CREATE OR REPLACE FUNCTION public.audit_block_of(p_id uuid)
 RETURNS TABLE(height bigint, signed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.height, b.signed_at from audit_leaf l join audit_block b on b.height = l.height where l.audit_id = p_id
$function$;

CREATE OR REPLACE FUNCTION public.audit_leaves(p_ids uuid[])
 RETURNS TABLE(id uuid, leaf bytea)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  select l.id, sha256('\x00' || convert_to(l.line, 'UTF8')) from audit_lines(p_ids) l
$function$;

CREATE OR REPLACE FUNCTION public.audit_lines(p_ids uuid[])
 RETURNS TABLE(id uuid, line text)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  select a.id, jsonb_build_array('cardamom audit 1', a.id, micros_of(a.at),
    micros_of(a.business_at), a.actor_kind, a.actor_id, a.impersonator_id, a.session_id, a.company_id, a.action,
    a.object_id, a.outcome, a.request_id, a.address, a.details, a.device, a.subject_id, c.changes)::text
  from unnest(p_ids) e (id)
  join audit a on a.id = e.id and a.id >= p_ids[1] and a.id <= p_ids[cardinality(p_ids)]
  left join lateral (
    select jsonb_agg(jsonb_build_array(c.number, c.entity, c.entity_id, c.company_id, c.user_id, c.before, c.after,
      c.personal_fields, encode(c.personal, 'hex')) order by c.number) as changes
    from audit_change c where c.audit_id = a.id and c.audit_id >= p_ids[1] and c.audit_id <= p_ids[cardinality(p_ids)]
  ) c on true
$function$;

CREATE OR REPLACE FUNCTION public.audit_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit is never changed or deleted';
end $function$;

CREATE OR REPLACE FUNCTION public.awaits_wallet_load(p_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from wallet_transfer where kind = 'card_load' and card_holder_id = p_person and status = 'pending')
    or exists (select from wallet_adjustment where card_holder_id = p_person and status = 'pending')
$function$;

CREATE OR REPLACE FUNCTION public.basis_of_shares(p_ids uuid[])
 RETURNS TABLE(id uuid, ref text, gross_cents bigint, rates bigint[], levels jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.id, l.ref,
    coalesce((s.basis ->> 'gross')::bigint, l.gross_cents),
    coalesce(l.rates, (select array_agg(rate::bigint order by at)
      from jsonb_array_elements_text(s.basis -> 'rates') with ordinality as r(rate, at))),
    coalesce(
      (select jsonb_agg(jsonb_build_object('level', (b ->> 'level')::int, 'part', b ->> 'partHundredthsBp',
          'isOwn', b ->> 'ownerId' = s.owner_id::text))
        from jsonb_array_elements(l.chain::jsonb) as c(b) where (b ->> 'level')::int > 0),
      (select jsonb_agg(jsonb_build_object('level', (b #>> '{}')::int, 'part', null, 'isOwn', (b #>> '{}')::int = s.level))
        from jsonb_array_elements(s.basis -> 'levels') as c(b)))
  from share s
  left join load l on s.source_kind = 'load' and l.id = s.source_id
  where s.id = any(p_ids)
$function$;

CREATE OR REPLACE FUNCTION public.callable_by_app(definer regprocedure)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  role_name name;
begin
  execute format('revoke execute on function %s from public', definer);
  for role_name in
    select distinct grantee::regrole::name
    from pg_class c, aclexplode(c.relacl)
    where c.oid = 'account'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('grant execute on function %s to %I', definer, role_name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.change_company_parent(p_id uuid, p_parent_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  moved company;
  above uuid[] := '{}';
  changed int;
begin
  perform pg_advisory_xact_lock(hashtextextended('company tree', 0));
  perform 1 from company where path @> array[p_id] or id = p_parent_id order by id for update;
  select * into strict moved from company where id = p_id;
  if p_parent_id is not null then
    select path into strict above from company where id = p_parent_id;
  end if;
  if p_id = any (above) then raise exception 'a company cannot be below itself'; end if;
  update company c set
    parent_id = case when c.id = p_id then p_parent_id else c.parent_id end,
    path = above || c.path[moved.tier:],
    tier = cardinality(above) + c.tier - moved.tier + 1,
    version = c.version + 1
  where c.path @> array[p_id];
  get diagnostics changed = row_count;
  return changed;
end $function$;

CREATE OR REPLACE FUNCTION public.check_batch(p_command_bytes integer, p_journals integer, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_breaks(p_kinds integer[], p_breaks uuid[], p_kind integer, p_names_break boolean, p_journals integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from generate_series(1, p_journals) g
    where p_kinds[g] = p_kind and (p_breaks[g] is not null) <> p_names_break
  ) then
    raise exception 'a journal names a break that its kind does not have, or none' using errcode = 'LG002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.check_effective(instant timestamp with time zone, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  bound posting_bound;
begin
  select * into bound from posting_bound;
  if (instant between p_at - make_interval(mins => bound.effective_behind_minutes)
    and p_at + make_interval(mins => bound.effective_ahead_minutes)) is not true then
    raise exception 'a journal has an effective time that is too far from now: %', instant using errcode = 'LG002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.check_entries(p_first bigint, p_last bigint, OUT entries integer, OUT leaves bytea, OUT faults json)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  journals uuid[]; journal_salts bytea; changes uuid[]; change_salts bytea;
begin
  select array_agg(e.id order by e.id) filter (where kind = 'j'),
    string_agg(salt, ''::bytea order by e.id) filter (where kind = 'j'),
    array_agg(e.id order by e.id) filter (where kind = 'a'),
    string_agg(salt, ''::bytea order by e.id) filter (where kind = 'a')
  into journals, journal_salts, changes, change_salts
  from signed_entry e where number between p_first and p_last;
  select count(*), string_agg(e.leaf, ''::bytea order by e.number),
    json_agg(json_build_object('number', e.number::text, 'kind', e.kind, 'id', e.id, 'differs', c.leaf is not null)
      order by e.number) filter (where e.leaf is distinct from c.leaf)
  into entries, leaves, faults
  from signed_entry e left join (
    select 'j'::"char" as kind, j.id, j.leaf from journal_leaves(journals, journal_salts) j
    union all select 'a', a.id, a.leaf from account_leaves(changes, change_salts) a
  ) c on c.kind = e.kind and c.id = e.id
  where e.number between p_first and p_last;
end $function$;

CREATE OR REPLACE FUNCTION public.check_new_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('owner:' || new.id, 0));
  if (select count(*) from (select id from card union all select id from company union all select id from app_user) o
      where o.id = new.id) > 1
    or exists (select from account a join chart_line l on l.code = a.code and l.has_asset = (a.asset is not null)
      where a.owner_id = new.id and not l.owner_kinds && owner_kinds_of(new.id)) then
    raise exception 'another kind of owner has the id % of this %', new.id, tg_table_name using errcode = 'LG002';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_owners(opened jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  wrong text;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('owner:' || l.owner_id, 0))
  from (select distinct o.owner_id from jsonb_to_recordset(opened) o (owner_id uuid) where o.owner_id is not null) l
  where owner_kinds_of(l.owner_id) is null;
  select format('%s of %s', o.code, o.owner_id) into wrong
  from jsonb_to_recordset(opened) o (code text, asset text, owner_id uuid)
  join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
  where o.owner_id is not null and (
    not l.owner_kinds && owner_kinds_of(o.owner_id)
    or exists (select from account a join chart_line m on m.code = a.code and m.has_asset = (a.asset is not null)
      where a.owner_id = o.owner_id and ('card' = any (m.owner_kinds)) <> ('card' = any (l.owner_kinds)))
    or exists (select from jsonb_to_recordset(opened) r (code text, asset text, owner_id uuid)
      join chart_line m on m.code = r.code and m.has_asset = (r.asset is not null)
      where r.owner_id = o.owner_id and ('card' = any (m.owner_kinds)) <> ('card' = any (l.owner_kinds))))
  limit 1;
  if found then
    raise exception '% is an account that this kind of owner does not have', wrong using errcode = 'LG002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.check_reversals(p_journals uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_reversed_keys(p_keys text[], p_kind_names text[], p_kinds integer[], p_reverses uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  wrong text;
begin
  select p_keys[g] into wrong from generate_series(1, cardinality(p_keys)) g
  join journal_kind k on k.name = p_kind_names[p_kinds[g]]
  where p_keys[g] like '%:reversed' and p_reverses[g] is null and k.key_pattern not like '%:reversed' limit 1;
  if found then
    raise exception '% is the key of a reversal, and its journal reverses nothing', wrong using errcode = 'LG002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.check_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was text;
  next text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' then was := to_jsonb(old) ->> tg_argv[0]; end if;
  if not exists (
    select from status_transition t where t.table_name = tg_table_name and t.column_name = tg_argv[0]
      and t.from_status is not distinct from was and t.to_status = next
  ) then
    raise exception '%.% may not go from % to %', tg_table_name, tg_argv[0], coalesce(was, 'nothing'),
      coalesce(next, 'nothing') using errcode = 'ST001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was text;
  is_allowed boolean;
begin
  if tg_op = 'UPDATE' then was := old.status; end if;
  if was is null then
    select true into is_allowed from status_transition t
    where t.table_name = tg_table_name and t.from_status is null and t.to_status = new.status and t.column_name = 'status';
  else
    select true into is_allowed from status_transition t
    where t.table_name = tg_table_name and t.from_status = was and t.to_status = new.status and t.column_name = 'status';
  end if;
  if is_allowed is null then
    raise exception '%.status may not go from % to %', tg_table_name, coalesce(was, 'nothing'),
      coalesce(new.status, 'nothing') using errcode = 'ST001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_kyc_document(p_digest bytea, p_case uuid, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into kyc_document (digest, case_id, at) values (p_digest, p_case, p_at) on conflict (digest) do nothing;
  return (select case_id from kyc_document where digest = p_digest);
end $function$;

CREATE OR REPLACE FUNCTION public.clock_only_grows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.offset_ms < old.offset_ms then raise exception 'the clock never turns back'; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.close_accounts(p_owner uuid, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed uuid[];
begin
  perform 1 from account where owner_id = p_owner order by id for update;
  if exists (select 1 from account where owner_id = p_owner and balance <> 0) then return false; end if;
  changed := array(select id from account where owner_id = p_owner and closed_at is null);
  update account set closed_at = p_at, traits = traits | 16 where id = any (changed);
  perform record_account_changes(changed, p_at);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.close_partition(p_table regclass, p_partition regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  role_name name;
  rule record;
  guard record;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = p_partition and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke all on %s from %I', p_partition, role_name);
  end loop;
  execute format('alter table %s enable row level security', p_partition);
  for rule in select polname from pg_policy where polrelid = p_partition loop
    execute format('drop policy %I on %s', rule.polname, p_partition);
  end loop;
  for guard in
    select replace(pg_get_triggerdef(t.oid), format(' ON public.%s ', p_table),
      format(' ON public.%s ', p_partition)) as text
    from pg_trigger t where t.tgrelid = p_table and not t.tgisinternal and (t.tgtype & 1) = 0
      and not exists (select from pg_trigger o where o.tgrelid = p_partition and o.tgname = t.tgname)
  loop
    execute guard.text;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.companies_of_role(p_user_id uuid, p_role_id smallint, p_company_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  scope record;
begin
  if p_role_id in (1, 3) then
    return (select array_agg(v.id) from company v where v.visible_to_adm or v.id = p_company_id);
  elsif p_role_id = 5 then
    return (select array_agg(b.id) from company b where b.path @> array[p_company_id]);
  elsif p_role_id = 10 then
    return (
      select coalesce(array_agg(c.id), '{}')
      from (
        select l.company_id as id, s.role_id as setter_role, s.company_id as setter_company
        from listed_company l join app_user s on s.id = l.listed_by where l.user_id = p_user_id
      ) listed
      join company c using (id)
      where role_sees_company(listed.setter_role, listed.setter_company, c));
  elsif p_role_id <> 9 then
    return array[p_company_id];
  end if;
  select d.kind, s.role_id, s.company_id into scope
  from data_scope d join app_user s on s.id = d.set_by where d.user_id = p_user_id;
  if not found then return array[p_company_id]; end if;
  return (
    select coalesce(array_agg(c.id), '{}')
    from company c
    where role_sees_company(scope.role_id, scope.company_id, c) and case scope.kind
      when 'own' then c.id = p_company_id
      when 'subtree' then c.path @> array[p_company_id]
      when 'listed' then c.id in (select l.company_id from listed_company l where l.user_id = p_user_id)
      else true
    end);
end $function$;

CREATE OR REPLACE FUNCTION public.company_line(p_id uuid)
 RETURNS SETOF company
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.* from company c join company a on a.id = any (c.path) where c.id = p_id order by a.tier
$function$;

CREATE OR REPLACE FUNCTION public.copy_partition(p_table regclass, p_name text, p_model regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create table %s (like %s including all)', p_name, p_model) || coalesce(
    (select format(' with (%s)', array_to_string(reloptions, ', ')) from pg_class
      where oid = p_model and reloptions is not null), '');
  perform close_partition(p_table, p_name::regclass);
end $function$;

CREATE OR REPLACE FUNCTION public.count_friends_of_referrer(p_most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int from (
    select from app_user u
    where u.referrer_id = (select nullif(current_setting('app.user', true), ''))::uuid limit p_most
  ) found
$function$;

CREATE OR REPLACE FUNCTION public.decided_allowances()
 RETURNS TABLE(owner_id uuid, allowance_cents bigint, is_refused boolean, is_settled boolean)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return query
    select b.company_id, b.allowance_cents, b.refused_at is not null,
      b.changed_at < clock_timestamp() + (select offset_ms from clock) * interval '1 millisecond' - interval '1 hour'
    from balance_allowance b;
end $function$;

CREATE OR REPLACE FUNCTION public.effective_company(company_ids uuid[])
 RETURNS TABLE(id uuid, parent_id uuid, tier smallint, path uuid[], slug text, name text, domain text, contact_email text, hue real, chroma real, logo_url text, time_zone text, kyc_service text, kyc_flow text, passkey_mandatory boolean, automatic_card_creation boolean, visible_to_adm boolean, operator_owned boolean, active boolean, card_creation_enabled boolean, lock_after_seconds integer, support_hours jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 4
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query select c.id, c.parent_id, c.tier, c.path, c.slug, c.name, c.domain, up.contact_email,
    coalesce(brand.hue, 162), coalesce(brand.chroma, 0.09), brand.logo_url, coalesce(up.time_zone, 'UTC'),
    coalesce(up.kyc_service, 'veriff'), coalesce(up.kyc_flow, 'redirect'), coalesce(up.passkey_mandatory, false),
    coalesce(up.automatic_card_creation, false), c.visible_to_adm, c.operator_owned, c.active,
    coalesce(up.card_creation_enabled, true), up.lock_after_seconds, up.support_hours
  from company c
  cross join lateral (
    select (array_agg(a.contact_email order by a.tier desc) filter (where a.contact_email is not null))[1] as contact_email,
      (array_agg(a.time_zone order by a.tier desc) filter (where a.time_zone is not null))[1] as time_zone,
      (array_agg(a.kyc_service order by a.tier desc) filter (where a.kyc_service is not null))[1] as kyc_service,
      (array_agg(a.kyc_flow order by a.tier desc) filter (where a.kyc_flow is not null))[1] as kyc_flow,
      (array_agg(a.passkey_mandatory order by a.tier desc) filter (where a.passkey_mandatory is not null))[1] as passkey_mandatory,
      (array_agg(a.automatic_card_creation order by a.tier desc) filter (where a.automatic_card_creation is not null))[1] as automatic_card_creation,
      (array_agg(a.card_creation_enabled order by a.tier desc) filter (where a.card_creation_enabled is not null))[1] as card_creation_enabled,
      (array_agg(a.lock_after_seconds order by a.tier desc) filter (where a.lock_after_seconds is not null))[1] as lock_after_seconds,
      (array_agg(a.support_hours order by a.tier desc) filter (where a.support_hours is not null))[1] as support_hours
    from company a where a.id = any (c.path)
  ) up
  -- colour and logo belong together: they come from one company
  left join lateral (
    select a.hue, a.chroma, a.logo_url from company a
    where a.id = any (c.path) and a.hue is not null order by a.tier desc limit 1
  ) brand on true
  where c.id = any (company_ids);
end $function$;

CREATE OR REPLACE FUNCTION public.effective_fee_schedule(p_company uuid, p_at timestamp with time zone)
 RETURNS TABLE(id uuid, version integer, regular bigint[], immediate bigint[], transfer bigint[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query select f.*
  from (select (select c.path from company c where c.id = p_company) as path offset 0) me
  cross join lateral plain_fee_schedule(me.path, p_at) f;
end $function$;

CREATE OR REPLACE FUNCTION public.effective_limit(p_company uuid, p_category text)
 RETURNS TABLE(min_cents bigint, max_cents bigint, daily_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query select b.min_cents, b.max_cents, b.daily_cents from limit_before(p_company, p_category, null) b;
end $function$;

CREATE OR REPLACE FUNCTION public.emergency_maximum_of(p_company uuid)
 RETURNS TABLE(company_id uuid, maximum_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select m.company_id, m.maximum_cents
    from company c
    join emergency_maximum m on m.company_id = any (c.path) and m.maximum_cents is not null
    where c.id = p_company
    order by array_position(c.path, m.company_id) desc
    limit 1;
end $function$;

CREATE OR REPLACE FUNCTION public.emergency_maximums_of_subtree(p_company uuid)
 RETURNS TABLE(company_id uuid, maximum_cents bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, m.maximum_cents
  from company c left join lateral emergency_maximum_of(c.id) m on true
  where c.path @> array[p_company]
  order by c.id
$function$;

CREATE OR REPLACE FUNCTION public.fee_schedule_source(p_id uuid)
 RETURNS TABLE(company_id uuid, valid_from timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select f.company_id, f.valid_from from fee_schedule f where f.id = p_id
$function$;

CREATE OR REPLACE FUNCTION public.fee_schedule_starts(p_company uuid, p_at timestamp with time zone)
 RETURNS TABLE(valid_from timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct f.valid_from from fee_schedule f
  where f.valid_from > p_at
    and (f.company_id is null or f.company_id = any ((select c.path from company c where c.id = p_company)::uuid[]))
  order by f.valid_from limit 20
$function$;

CREATE OR REPLACE FUNCTION public.fee_schedule_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a fee schedule is never changed: make a new version';
end $function$;

CREATE OR REPLACE FUNCTION public.fee_schedule_sum()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(rate) from unnest(new.regular_hundredths_bp) rate) >= 1000000
    or (select sum(rate) from unnest(new.immediate_hundredths_bp) rate) >= 1000000 then
    raise exception 'the rates of a schedule reach 100 %%' using errcode = '23514', constraint = 'fee_schedule_sum';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fee_versions_near(p_company uuid, p_from timestamp with time zone)
 RETURNS TABLE(id uuid, company_id uuid, path uuid[], version integer, valid_from timestamp with time zone, way text, level smallint, base_id uuid, regular bigint[], immediate bigint[], transfer bigint[], last_version integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  own uuid[] := (select c.path from company c where c.id = p_company);
begin
  return query
  with near as (
    select f.*, c.path, max(f.version) over (partition by f.company_id) as last_version
    from fee_schedule f left join company c on c.id = f.company_id
    where p_company is null or f.company_id is null or f.company_id = any (own) or c.path @> array[p_company]
  ), counted as (
    select n.id, n.valid_from > p_from
      or row_number() over (partition by n.company_id, n.level, n.valid_from > p_from
        order by n.valid_from desc, n.version desc) = 1 as counts
    from near n
  )
  select n.id, n.company_id, n.path, n.version, n.valid_from, n.way, n.level, n.base_id, n.regular_hundredths_bp,
    n.immediate_hundredths_bp, n.transfer_hundredths_bp, n.last_version
  from near n join counted k on k.id = n.id where k.counts
  order by n.id;
end $function$;

CREATE OR REPLACE FUNCTION public.fees_of_subtree(p_company uuid, p_at timestamp with time zone[])
 RETURNS TABLE(company_id uuid, tier smallint, at timestamp with time zone, regular bigint[], immediate bigint[], transfer bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, c.tier::smallint, t.at, f.regular, f.immediate, f.transfer
  from company c cross join unnest(p_at) as t(at) cross join lateral plain_fee_schedule(c.path, t.at) f
  where p_company is null or c.path @> array[p_company]
  order by c.id, t.at
$function$;

CREATE OR REPLACE FUNCTION public.find_balances(p_owners uuid[])
 RETURNS TABLE(id uuid, owner_id uuid, code text, asset text, currency text, side "char", floor bigint, balance bigint, seq bigint, closed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query select a.id, a.owner_id, a.code, a.asset, a.currency, a.side, a.floor, a.balance, a.seq, a.closed_at
  from account a where a.owner_id = any (p_owners) order by a.owner_id, a.code, a.asset;
end $function$;

CREATE OR REPLACE FUNCTION public.find_company(p_slug text, p_domain text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from company where slug = p_slug or domain = p_domain order by (slug = p_slug) desc nulls last limit 1
$function$;

CREATE OR REPLACE FUNCTION public.find_impersonated(p_session_id uuid, p_user_id uuid)
 RETURNS TABLE(user_id uuid, company_id uuid, role_id smallint, user_active boolean, company_active boolean, company_ids uuid[], added_tags text[], removed_tags text[], ends_at timestamp with time zone, ended_at timestamp with time zone, may_change boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.company_id, u.role_id, u.active, c.active, companies_of_role(u.id, u.role_id, u.company_id),
    tags.added, tags.removed, i.ends_at, i.ended_at, i.changes_allowed_at is not null
  from impersonation i
  join app_user u on u.id = i.user_id
  cross join lateral effective_company(array[u.company_id]) c
  cross join lateral tag_changes(u.id, u.role_id, u.company_id) tags
  where i.session_id = p_session_id and i.user_id = p_user_id and i.opened_at is not null
  order by i.opened_at desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.find_journal_kinds(p_journals uuid[])
 RETURNS TABLE(journal_id uuid, kind text, is_reversal boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query select j.id, j.kind, j.reverses is not null from journal j where j.id = any (p_journals);
end $function$;

CREATE OR REPLACE FUNCTION public.find_people(p_phrase text, p_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  is_short boolean := length(p_phrase) < 3;
  plain text := regexp_replace(p_phrase, '([\\%_])', '\\\1', 'g');
  pattern text := case when is_short then plain || '%' else '%' || plain || '%' end;
  later text := '% ' || plain || '%';
  companies uuid[] := nullif(current_setting('app.companies', true), '')::uuid[];
  person uuid := nullif(current_setting('app.user', true), '')::uuid;
  found uuid[];
begin
  if p_phrase !~ '[[:alnum:]]' then
    return '{}';
  end if;
  if current_setting('app.scope', true) = 'all' then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later) limit p_most + 1);
  elsif person is not null then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and (id = person or current_setting('app.scope', true) = 'seller' and id in (select people_of_seller(person)))
      limit p_most + 1);
  elsif current_setting('app.scope', true) = 'visible' then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and (company_id = any (companies) or company_id not in (select hidden_companies()))
      limit p_most + 1);
  elsif cardinality(companies) <= 1000 then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and company_id = any (companies)
      limit p_most + 1);
  else
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and (company_id in (select unnest(companies)) or false)
      limit p_most + 1);
  end if;
  return case when cardinality(found) <= p_most then found end;
end $function$;

CREATE OR REPLACE FUNCTION public.find_postings(p_account uuid, p_before bigint, p_limit integer)
 RETURNS TABLE(seq bigint, journal_id uuid, kind text, effective_at timestamp with time zone, amount bigint, balance_after bigint, ref uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.seq, p.journal_id, j.kind, p.effective_at, p.amount, p.balance_after, p.ref
  from posting p join journal j on j.id = p.journal_id
  where p.account_id = p_account and p.seq < p_before
  order by p.seq desc limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.find_sessions(p_token_hashes bytea[])
 RETURNS TABLE(token_hash bytea, session_id uuid, user_id uuid, company_id uuid, role_id smallint, cookie_hash bytea, created_at timestamp with time zone, last_used_at timestamp with time zone, locked_at timestamp with time zone, ended_at timestamp with time zone, issued_at timestamp with time zone, first_used_at timestamp with time zone, rotated_at timestamp with time zone, dies_at timestamp with time zone, user_active boolean, company_active boolean, passkey_enabled boolean, passkey_mandatory boolean, company_ids uuid[], added_tags text[], removed_tags text[], accepted_terms integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query select t.token_hash, s.id, u.id, u.company_id, u.role_id, s.cookie_hash, s.created_at, s.last_used_at,
    s.locked_at, s.ended_at, t.issued_at, t.first_used_at, t.rotated_at, t.dies_at, u.active, c.active,
    u.passkey_enabled, c.passkey_mandatory or u.passkey_required, companies_of_role(u.id, u.role_id, u.company_id),
    tags.added, tags.removed, (select max(a.version) from terms_acceptance a where a.user_id = u.id)
  from session_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  cross join lateral effective_company(array[u.company_id]) c
  cross join lateral tag_changes(u.id, u.role_id, u.company_id) tags
  where t.token_hash = any (p_token_hashes);
end $function$;

CREATE OR REPLACE FUNCTION public.find_subjects(p_journals uuid[])
 RETURNS TABLE(journal_id uuid, subject_id uuid, is_reversal boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  return query select j.id, j.subject_id, j.reverses is not null from journal j where j.id = any (p_journals);
end $function$;

CREATE OR REPLACE FUNCTION public.first_id(p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-0000-0000-000000000000')::uuid
    from lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') as h
$function$;

CREATE OR REPLACE FUNCTION public.follow_company(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  present uuid := (select u.company_id from app_user u where u.id = p_user);
  record_of record;
begin
  if present is null then return; end if;
  for record_of in
    select * from (values
      ('terms_acceptance', null, null), ('one_time_link', null, null), ('email_change', null, null),
      ('saved_view', null, null),
      ('session', null, null), ('factor', null, null), ('recovery_code', null, null), ('trusted_device', null, null),
      ('security_choice', null, null), ('security_event', null, null), ('profiling_consent', null, null),
      ('factor_recovery', null, null), ('tag_override', null, null),
      ('screening_check', null, null), ('kyc_case', null, null), ('kyc_session', 'case_id', 'kyc_case'),
      ('kyc_attempt', 'case_id', 'kyc_case'), ('kyc_event', 'case_id', 'kyc_case'), ('kyc_step', 'case_id', 'kyc_case'),
      ('holder', null, null), ('card', null, null), ('card_call', 'card_id', 'card'),
      ('load_limit_use', null, null), ('notification_choice', null, null), ('payout_address', 'owner_id', null)
    ) listed (name, key, owner)
  loop
    execute format('update %I set company_id = $1 where %I %s and company_id <> $1', record_of.name,
      coalesce(record_of.key, 'user_id'),
      case when record_of.owner is null then '= $2'
        else format('= any (array(select o.id from %I o where o.user_id = $2))', record_of.owner) end)
    using present, p_user;
  end loop;
  -- A note has no person of its own: it follows what it is about. Notes on loads stay with the loads.
  update note n set company_id = present
  where n.company_id <> present and (
    n.kind = 'user' and n.entity_id = p_user
    or n.kind = 'card' and n.entity_id = any (array(select c.id from card c where c.user_id = p_user))
    or n.kind = 'kyc_case' and n.entity_id = any (array(select k.id from kyc_case k where k.user_id = p_user)));
end $function$;

CREATE OR REPLACE FUNCTION public.follow_referrals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before uuid := case when tg_op <> 'INSERT' then old.referrer_id end;
  after uuid := case when tg_op <> 'DELETE' then new.referrer_id end;
begin
  if before is not distinct from after then return null; end if;
  perform from app_user where id in (before, after) order by id for no key update;
  update app_user u set has_referrals = not u.has_referrals
  where u.id in (before, after)
    and u.has_referrals <> exists (select from app_user r where r.referrer_id = u.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_answers()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from idempotency where ctid = any (array(
      select ctid from idempotency where at < clock_timestamp() - interval '13 months' limit 1000))
    returning 1)
  select count(*)::int from gone
$function$;

CREATE OR REPLACE FUNCTION public.forget_batches(p_before uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from ledger_batch where id < p_before and id < first_id(clock_timestamp() - interval '1 hour');
end $function$;

CREATE OR REPLACE FUNCTION public.forget_zero_references()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with removed as (
    delete from ref_balance where ctid = any (array(
      select ctid from ref_balance where balance = 0 and open_since < clock_timestamp() - interval '90 days'
      limit 1000 for update skip locked))
    returning 1)
  select count(*)::int from removed
$function$;

CREATE OR REPLACE FUNCTION public.friends_of_referrer(p_before uuid, p_most integer)
 RETURNS TABLE(id uuid, initials text, joined_at timestamp with time zone, has_seller boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, left(u.first_name, 1) || '. ' || left(u.last_name, 1) || '.', u.created_at,
    u.seller_one_id is not null or u.seller_two_id is not null
  from app_user u
  where u.referrer_id = (select nullif(current_setting('app.user', true), ''))::uuid
    and (p_before is null or u.id < p_before)
  order by u.id desc
  limit p_most
$function$;

CREATE OR REPLACE FUNCTION public.grant_duty_functions(p_roles jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  each record;
begin
  for each in
    select p.oid::regprocedure as definer, g.grantee
    from duty_function d join pg_proc p on p.proname = d.name and p.pronamespace = 'public'::regnamespace,
      aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
    where g.grantee <> p.proowner and g.grantee is distinct from to_regrole(quote_ident(p_roles ->> d.duty))
  loop
    execute format('revoke all on function %s from %s', each.definer,
      case when each.grantee = 0 then 'public' else each.grantee::regrole::text end);
  end loop;
  for each in
    select p.oid::regprocedure as definer, p_roles ->> d.duty as role_name
    from duty_function d join pg_proc p on p.proname = d.name and p.pronamespace = 'public'::regnamespace
    where p_roles ? d.duty and not exists (
      select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
      where g.grantee = to_regrole(quote_ident(p_roles ->> d.duty)))
  loop
    execute format('grant execute on function %s to %I', each.definer, each.role_name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.guard_state(guarded regclass, guarded_column name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format(
    'create or replace trigger %I before insert on %s for each row
     when (new.%I is not null) execute function check_state(%L)',
    guarded_column || '_of_insert', guarded, guarded_column, guarded_column);
  execute format(
    'create or replace trigger %I before update on %s for each row
     when (old.%I is distinct from new.%I) execute function check_state(%L)',
    guarded_column || '_of_update', guarded, guarded_column, guarded_column, guarded_column);
end $function$;

CREATE OR REPLACE FUNCTION public.guard_status(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first text[] := array(
    select t.to_status from status_transition t join pg_class c on c.relname = t.table_name
    where c.oid = guarded and t.from_status is null and t.column_name = 'status' order by 1);
begin
  execute format(
    'create or replace trigger status_of_insert before insert on %s for each row
     when (new.status is not null and new.status <> all (%L::text[])) execute function check_status()', guarded, first);
  execute format(
    'create or replace trigger status_of_update before update on %s for each row
     when (old.status is distinct from new.status) execute function check_status()', guarded);
end $function$;

CREATE OR REPLACE FUNCTION public.has_device_profiling(p_company_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select device_profiling from company where id = p_company_id
$function$;

CREATE OR REPLACE FUNCTION public.has_wallet_load(p_card uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from wallet_transfer where kind = 'card_load' and to_owner_id = p_card and status <> 'cancelled')
$function$;

CREATE OR REPLACE FUNCTION public.hidden_companies()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from company where not visible_to_adm
$function$;

CREATE OR REPLACE FUNCTION public.history_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is history: it is never changed or deleted', tg_table_name using errcode = 'LG003';
end $function$;

CREATE OR REPLACE FUNCTION public.holds_tag(p_user_id uuid, p_tag text, p_with_restrictions boolean, p_depth integer DEFAULT 0)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  person record;
  role_right boolean;
  override record;
begin
  select u.role_id, u.company_id into person from app_user u where u.id = p_user_id;
  if not found or p_depth > 8 then return false; end if;
  if person.role_id = 6 then return true; end if;
  select r.by_default into role_right from role_tag r where r.role_id = person.role_id and r.tag = p_tag;
  if not found then return false; end if;
  select o.effect, o.set_by into override
  from tag_override o where o.user_id = p_user_id and o.tag = p_tag and o.ended_at is null;
  if override.effect = 'denied' then return false; end if;
  if p_with_restrictions and is_restricted(p_tag, restricted_modules(person.company_id)) then return false; end if;
  if role_right then return true; end if;
  return override.effect = 'granted' and holds_tag(override.set_by, p_tag, p_with_restrictions, p_depth + 1);
end $function$;

CREATE OR REPLACE FUNCTION public.immediate_wallet_loads_of(p_company uuid, p_since timestamp with time zone)
 RETURNS TABLE(id uuid, card_id uuid, total_cents bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.to_owner_id, t.total_cents from wallet_transfer t
  where t.company_id = p_company and (t.made_at >= p_since or t.counts_from >= p_since)
    and t.kind = 'card_load' and t.wallet = 'immediate' and t.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION public.installed_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select min(applied_at) from migration
$function$;

CREATE OR REPLACE FUNCTION public.is_key_signed(p_key text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (
    select from journal_key k join signed_entry e on e.id = k.journal_id where k.key = journal_key_of(p_key)
  );
end $function$;

CREATE OR REPLACE FUNCTION public.is_restricted(p_tag text, p_modules text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select exists (select from unnest(p_modules) m where p_tag = m or starts_with(p_tag, m || '.'))
$function$;

CREATE OR REPLACE FUNCTION public.journal_heads(p_ids uuid[])
 RETURNS TABLE(id uuid, head text)
 LANGUAGE sql
 STABLE
AS $function$
  select j.id, 'cardamom journal 2' || E'\n' || j.id || E'\n' || j.idem || E'\n' || encode(j.command_hash, 'hex') || E'\n'
    || j.kind || E'\n' || micros_of(j.effective_at) || E'\n' || micros_of(j.recorded_at)
    || E'\n' || coalesce(j.subject_id::text, '-') || E'\n' || coalesce(j.reverses::text, '-')
    || E'\n' || coalesce(j.break_id::text, '-')
  from journal j
  where j.id >= p_ids[1] and j.id <= p_ids[cardinality(p_ids)]
$function$;

CREATE OR REPLACE FUNCTION public.journal_key_of(p_idem text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select substr(sha256(convert_to(p_idem, 'UTF8')), 1, 15)
$function$;

CREATE OR REPLACE FUNCTION public.journal_leaves(p_ids uuid[], p_salts bytea)
 RETURNS TABLE(id uuid, leaf bytea)
 LANGUAGE sql
 STABLE
 SET enable_nestloop TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  with entry as materialized (
    select e.id, substr(p_salts, 16 * e.place::int - 15, 16) as salt
    from unnest(p_ids) with ordinality e (id, place)
  ), part as (
    select e.id, part_hash(e.salt, p.name, p.facts) as hash
    from journal_parts(p_ids) p join entry e on e.id = p.journal_id
  ), parts as (
    select part.id, string_agg(E'\n' || encode(part.hash, 'hex'), '' order by part.hash) as hashes from part group by part.id
  )
  select j.id, sha256('\x00' || convert_to(j.head || coalesce(s.hashes, ''), 'UTF8'))
  from journal_heads(p_ids) j join entry e on e.id = j.id left join parts s on s.id = j.id
$function$;

CREATE OR REPLACE FUNCTION public.journal_parts(p_ids uuid[])
 RETURNS TABLE(journal_id uuid, account_id uuid, owner_id uuid, company_id uuid, name text, facts text)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.last_line_before(p_owner uuid, p_wallet text, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(
    (select min(l.seq + 0) - 1 from wallet_line l where l.owner_id = p_owner and l.wallet = p_wallet
      and l.effective_at >= p_at),
    (select l.seq from wallet_line l where l.owner_id = p_owner and l.wallet = p_wallet order by l.seq desc limit 1),
    0)
$function$;

CREATE OR REPLACE FUNCTION public.last_posting_before(p_account uuid, p_journal uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  low bigint := 0;
  high bigint := coalesce((select a.seq from account a where a.id = p_account), 0);
  middle bigint;
  found uuid;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    select p.journal_id into found from posting p where p.account_id = p_account and p.seq = middle;
    if found < p_journal then low := middle; else high := middle - 1; end if;
  end loop;
  return low;
end $function$;

CREATE OR REPLACE FUNCTION public.last_uses_for_seller(p_user_ids uuid[])
 RETURNS TABLE(user_id uuid, last_used_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.user_id, max(s.last_used_at)
  from session s
  where (select current_setting('app.scope', true)) = 'seller'
    and s.user_id = any(p_user_ids)
    and s.user_id in (select people_of_seller((select nullif(current_setting('app.user', true), ''))::uuid))
  group by s.user_id
$function$;

CREATE OR REPLACE FUNCTION public.latest_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select clock_timestamp() + make_interval(mins => b.recorded_ahead_minutes)
    + greatest(c.offset_ms, 0) * interval '1 millisecond'
  from posting_bound b, clock c
$function$;

CREATE OR REPLACE FUNCTION public.limit_before(p_company uuid, p_category text, p_level integer)
 RETURNS TABLE(min_cents bigint, max_cents bigint, daily_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  own_path uuid[] := (select c.path from company c where c.id = p_company);
begin
  return query select l.cents[1], l.cents[2], l.cents[3]
  from plain_limit(p_company, own_path, p_category, p_level) l;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_must_be_in_scope(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (current_setting('app.scope', true) = 'all' or nullif(current_setting('app.user', true), '') is null and (
    coalesce(p_company, '00000000-0000-7000-8000-000000000001')
      = any (nullif(current_setting('app.companies', true), '')::uuid[])
    or current_setting('app.scope', true) = 'visible'
      and (p_company is null or p_company not in (select hidden_companies())))) is not true then
    raise exception 'these limits are not in the scope' using errcode = '42501';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.limits_of_subtree(p_company uuid, p_category text)
 RETURNS TABLE(company_id uuid, min_cents bigint, max_cents bigint, daily_cents bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, e.min_cents, e.max_cents, e.daily_cents
  from company c cross join lateral limit_before(c.id, p_category, null) e
  where p_company is null or c.path @> array[p_company]
  order by c.id
$function$;

CREATE OR REPLACE FUNCTION public.lowest_tier_below(p_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select max(tier)::int from company where path @> array[p_id]
$function$;

CREATE OR REPLACE FUNCTION public.make_partition(p_table regclass, p_name text, p_from uuid, p_to uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform copy_partition(p_table, p_name, (p_table || '_other')::regclass);
  execute format('alter table %s attach partition %s for values from (%s) to (%s)', p_table, p_name,
    partition_bound(p_table, p_from), partition_bound(p_table, p_to));
end $function$;

CREATE OR REPLACE FUNCTION public.micros_of(instant timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select (extract(epoch from instant) * 1000000)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.misowned_accounts(p_from uuid, p_to uuid)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.id from account a join chart_line l on l.code = a.code and l.has_asset = (a.asset is not null)
  where (p_from is null or a.id >= p_from) and (p_to is null or a.id < p_to)
    and a.owner_id is not null and (not l.owner_kinds && owner_kinds_of(a.owner_id)
      or exists (select from account b join chart_line m on m.code = b.code and m.has_asset = (b.asset is not null)
        where b.owner_id = a.owner_id and ('card' = any (m.owner_kinds)) <> ('card' = any (l.owner_kinds))))
$function$;

CREATE OR REPLACE FUNCTION public.names_of_payers(p_ids uuid[])
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id,
    case when u.id in (select people_of_seller(me.id))
      then trim(u.first_name || ' ' || u.last_name)
      else left(u.first_name, 1) || '. ' || left(u.last_name, 1) || '.' end
  from (select (select nullif(current_setting('app.user', true), ''))::uuid as id) me
  join app_user u on u.id = any(p_ids)
  where exists (select from share s where s.owner_id = me.id and s.payer_id = u.id)
$function$;

CREATE OR REPLACE FUNCTION public.narrow_limit(so_far bigint[], p_level smallint, p_min bigint, p_max bigint, p_daily bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  return case
    when p_level = 0 then array[p_min, p_max, p_daily]
    when greatest(so_far[1], p_min) <= least(so_far[2], p_max)
      then array[greatest(so_far[1], p_min), least(so_far[2], p_max), least(so_far[3], p_daily)]
    else so_far end;
end $function$;

CREATE AGGREGATE public.narrowed_limit(smallint, bigint, bigint, bigint) (sfunc = narrow_limit, stype = bigint[]);

CREATE OR REPLACE FUNCTION public.only_added_to(history regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = history and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke update, delete, truncate, references, trigger on %s from %I', history, role_name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.only_for(p_duty text, definer text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into duty_function (name, duty) values (definer, p_duty);
  perform grant_duty_functions('{}');
end $function$;

CREATE OR REPLACE FUNCTION public.only_readable(book_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name
    from pg_class c, aclexplode(c.relacl)
    where c.oid = book_table and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke insert, update, delete, truncate, references, trigger on %s from %I', book_table, role_name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.open_accounts(opened jsonb, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  made uuid[];
begin
  if exists (
    select from jsonb_to_recordset(opened) o (code text, asset text, owner_id uuid, company_id uuid)
    left join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
    where (('operator' = any (l.owner_kinds)) = (o.owner_id is null)
      and (o.owner_id is not null or o.company_id is null)
      and (o.asset is null or o.asset ~ '^[^@[:space:]]+@[^@[:space:]]+$')) is not true
  ) then
    raise exception 'an account is not in the chart' using errcode = 'LG002';
  end if;
  perform check_owners(opened);
  with new_account as (
    insert into account (id, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, floor, traits,
      head, opened_at, closed_at)
    select o.id, l.code, o.asset, case when l.currency_kind in ('asset', 'native') then o.asset else 'USD' end,
      o.owner_id, case when k.company_ids is null then o.company_id else k.company_ids[1] end, l.class, l.side, l.by_ref,
      l.passable, l.floor, l.traits | case when k.closed_at is null then 0 else 16 end, sha256(uuid_send(o.id)),
      open_accounts.at, k.closed_at
    from (
      select account_id_of(r.code, r.asset, r.owner_id) as id, r.*
      from jsonb_to_recordset(opened) r (code text, asset text, owner_id uuid, company_id uuid)
    ) o join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
    cross join lateral (
      select array_agg(a.company_id order by a.opened_at, a.id) as company_ids, max(a.closed_at) as closed_at
      from account a where a.owner_id = o.owner_id
    ) k
    order by o.id
    on conflict do nothing
    returning id
  )
  select array_agg(id) into made from new_account;
  if made is not null then perform record_account_changes(made, open_accounts.at); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.open_seller_invitation(p_token_hash bytea)
 RETURNS TABLE(id uuid, company_id uuid, seller_id uuid, email text, expires_at timestamp with time zone, accepted_at timestamp with time zone, revoked_at timestamp with time zone, seller_role integer, seller_active boolean, seller_company uuid, seller_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select i.id, i.company_id, i.seller_id, i.email, i.expires_at, i.accepted_at, i.revoked_at, u.role_id, u.active,
    u.company_id, trim(u.first_name || ' ' || u.last_name)
  from seller_invitation i join app_user u on u.id = i.seller_id
  where i.token_hash = p_token_hash
$function$;

CREATE OR REPLACE FUNCTION public.opened_parts(p_id uuid, p_salt bytea)
 RETURNS TABLE(owner_id uuid, company_id uuid, text text, salt bytea, hash bytea)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  select coalesce(p.owner_id, a.owner_id), p.company_id, p.name || ' ' || p.facts, part_salt(p_salt, p.name),
    part_hash(p_salt, p.name, p.facts)
  from journal_parts(array[p_id]) p left join account a on a.id = p.account_id
$function$;

CREATE OR REPLACE FUNCTION public.override_is_allowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  role_right boolean;
begin
  select r.by_default into role_right
  from role_tag r join app_user u on u.role_id = r.role_id where u.id = new.user_id and r.tag = new.tag;
  if not found then raise exception 'the role can never have %', new.tag using errcode = 'check_violation'; end if;
  if new.effect = 'granted' and role_right then
    raise exception 'the role has % without a grant', new.tag using errcode = 'check_violation';
  end if;
  if not holds_tag(new.set_by, new.tag, true) then
    raise exception 'nobody grants or denies % without holding it', new.tag using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.override_only_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ended_at is not null or (to_jsonb(new) - '{ended_at,ended_by,end_reason,company_id}'::text[])
    is distinct from (to_jsonb(old) - '{ended_at,ended_by,end_reason,company_id}'::text[]) then
    raise exception 'an override only ends' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.owner_kinds_of(p_owner uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from card where id = p_owner) then return '{card}'; end if;
  if exists (select from company where id = p_owner) then return '{company,payer,referrer}'; end if;
  if exists (select from app_user where id = p_owner) then return '{seller,referrer,cardholder,payer}'; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.part_hash(salt bytea, name text, facts text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(sha256(salt || convert_to(name, 'UTF8')) || convert_to(name || ' ' || facts, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.part_salt(salt bytea, name text)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select sha256(salt || convert_to(name, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.partition_bound(p_table regclass, p_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(quote_literal(timed_kind) || ', ', '') || quote_literal(p_id) from partitioned_table
  where name = p_table
$function$;

CREATE OR REPLACE FUNCTION public.partition_by_month(p_table regclass, p_first regclass, p_id_column name, p_retention_months integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform partition_by_time(p_table, p_first, p_id_column, 1, p_retention_months);
end $function$;

CREATE OR REPLACE FUNCTION public.partition_by_time(p_table regclass, p_first regclass, p_id_column name, p_partition_months integer, p_retention_months integer, p_kind_column name DEFAULT NULL::name, p_timed_kind text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  newest uuid;
  newest_at timestamptz := clock_timestamp();
begin
  insert into partitioned_table (name, id_column, partition_months, retention_months, kind_column, timed_kind)
  values (p_table, p_id_column, p_partition_months, p_retention_months, p_kind_column, p_timed_kind);
  execute format('select %1$I from %2$s where %3$s order by %1$I desc limit 1', p_id_column, p_first,
    timed_rows(p_table)) into newest;
  if newest is not null then
    newest_at := greatest(newest_at,
      to_timestamp(('x' || replace(left(newest::text, 13), '-', ''))::bit(48)::bigint / 1000.0));
  end if;
  perform close_partition(p_table, p_first);
  -- A row of a time without a partition is stored here, so no insert fails because of its time.
  perform copy_partition(p_table, p_table || '_other', p_first);
  execute format('alter table %s attach partition %s for values from (%s) to (%s)', p_table, p_first,
    case when p_kind_column is null then 'minvalue' else 'minvalue, minvalue' end,
    partition_bound(p_table, first_id((date_trunc(case p_partition_months when 12 then 'year' else 'month' end,
      newest_at at time zone 'UTC') + make_interval(months => p_partition_months)) at time zone 'UTC')));
  execute format('alter table %1$s attach partition %1$s_other default', p_table);
  for ahead in 1 .. case p_partition_months when 12 then 1 else 3 end loop
    perform add_partition(p_table, newest_at + make_interval(months => ahead * p_partition_months));
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.partition_end(p_partition regclass)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(.*''([0-9a-f-]{36})''\)$')::uuid
  from pg_class where oid = p_partition
$function$;

CREATE OR REPLACE FUNCTION public.people_of_seller(p_seller_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id
  from app_user s
  join app_user u on u.company_id = s.company_id
    and (u.seller_two_id = s.id or u.seller_one_id = s.id and u.seller_two_id is null)
  where s.id = p_seller_id and s.role_id in (7, 8)
  union
  select u.id
  from app_user s
  join seller r on r.recruited_by = s.id
  join app_user u on u.id = r.user_id and u.company_id = s.company_id and u.role_id = 8
  where s.id = p_seller_id and s.role_id = 7
$function$;

CREATE OR REPLACE FUNCTION public.plain_fee_schedule(p_path uuid[], p_at timestamp with time zone)
 RETURNS TABLE(id uuid, version integer, regular bigint[], immediate bigint[], transfer bigint[])
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select f.id, f.version, f.regular_hundredths_bp, f.immediate_hundredths_bp, f.transfer_hundredths_bp
  from fee_schedule f
  where f.valid_from <= p_at and (f.company_id is null or f.company_id = any (p_path))
  order by array_position(p_path, f.company_id) desc nulls last, f.valid_from desc, f.version desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION public.plain_holders(p_one uuid, p_other uuid, p_companies uuid[])
 RETURNS TABLE(id uuid, role_id smallint, first_name text, last_name text, email text, company_id uuid)
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  select c.id, null::smallint, null::text, null::text, null::text, c.id from company c
  where c.id in (p_one, p_other) and c.company_id = any (p_companies)
  union all
  select u.id, u.role_id, u.first_name, u.last_name, u.email, u.company_id from app_user u
  where u.id in (p_one, p_other) and u.company_id = any (p_companies)
$function$;

CREATE OR REPLACE FUNCTION public.plain_limit(p_company uuid, p_path uuid[], p_category text, p_level integer)
 RETURNS TABLE(cents bigint[])
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select narrowed_limit(l.level, l.min_cents, l.max_cents, l.daily_cents
    order by array_position(p_path, l.company_id) nulls first, l.level)
  from payin_limit l
  where l.category = p_category and (l.company_id is null or l.company_id = any (p_path))
    and (p_level is null or l.company_id is distinct from p_company or l.level < p_level)
$function$;

CREATE OR REPLACE FUNCTION public.plain_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.plain_transfer_terms(p_owner uuid, p_company uuid, p_path uuid[], p_at timestamp with time zone, p_since timestamp with time zone)
 RETURNS TABLE(rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select (select s.transfer from plain_fee_schedule(p_path, p_at) s), l.cents[1], l.cents[2], l.cents[3],
    case when p_since is not null then (
      select coalesce(sum(t.total_cents), 0)::bigint from wallet_transfer t
      where t.from_owner_id = p_owner and t.made_at >= p_since and t.kind = 'transfer' and t.status = 'completed')
    end
  from (select where p_owner is not null offset 0) sender
  cross join lateral plain_limit(p_company, p_path, 'transfer', null) l
$function$;

CREATE OR REPLACE FUNCTION public.plain_wallet_facts(p_owner uuid, p_company uuid)
 RETURNS TABLE(company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text, buckets text)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select c.name, c.tier, c.path, c.operator_owned, c.active,
    coalesce(c.time_zone, (select a.time_zone from company a where a.id = any (c.path) and a.time_zone is not null
      order by a.tier desc limit 1), 'UTC'),
    (select string_agg(concat_ws(' ', a.traits, a.balance, coalesce(a.floor, 0), a.seq), ',')
      from account a where a.owner_id = p_owner and a.traits & 64 <> 0)
  from company c where c.id = p_company
  -- Each expression is computed once, however often the calling statement names it.
  offset 0
$function$;

CREATE OR REPLACE FUNCTION public.plan_guard(updates jsonb)
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
declare
  from_columns text[] := array(select jsonb_array_elements_text(updates -> 'from'));
  types text[] := plan_types(updates ->> 'table', array['id'] || from_columns, 'update');
  guards text := 'true';
  failed int[];
begin
  if updates ? 'equal' then return plan_set_guard(updates); end if;
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
end $function$;

CREATE OR REPLACE FUNCTION public.plan_insert(inserts jsonb, accepted boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  columns text[] := array(select jsonb_array_elements_text(inserts -> 'columns'));
  types text[];
  places text[] := '{}';
begin
  if inserts ->> 'table' = 'audit' and columns = array['action', 'actor_id', 'actor_kind', 'address', 'at', 'business_at',
    'company_id', 'device', 'id', 'impersonator_id', 'object_id', 'outcome', 'request_id', 'session_id',
    'subject_id'] then
    insert into audit (action, actor_id, actor_kind, address, at, business_at, company_id, device, id,
      impersonator_id, object_id, outcome, request_id, session_id, subject_id)
    select r.v ->> 1, (r.v ->> 2)::uuid, r.v ->> 3, r.v ->> 4, (r.v ->> 5)::timestamptz, (r.v ->> 6)::timestamptz,
      (r.v ->> 7)::uuid, r.v ->> 8, (r.v ->> 9)::uuid, (r.v ->> 10)::uuid, r.v ->> 11, r.v ->> 12, r.v ->> 13,
      (r.v ->> 14)::uuid, (r.v ->> 15)::uuid
    from jsonb_array_elements(inserts -> 'rows') r (v) where accepted[(r.v ->> 0)::int];
    return;
  end if;
  if inserts ->> 'table' = 'audit_change' and columns = array['after', 'audit_id', 'before', 'company_id', 'entity',
    'entity_id', 'number', 'user_id'] and has_table_privilege(session_user, 'audit_change', 'insert') then
    insert into audit_change (after, audit_id, before, company_id, entity, entity_id, number, user_id)
    select (r.v ->> 1)::jsonb, (r.v ->> 2)::uuid, (r.v ->> 3)::jsonb, (r.v ->> 4)::uuid, r.v ->> 5, r.v ->> 6,
      (r.v ->> 7)::int, (r.v ->> 8)::uuid
    from jsonb_array_elements(inserts -> 'rows') r (v) where accepted[(r.v ->> 0)::int];
    return;
  end if;
  if inserts ->> 'table' = 'wallet_transfer' and columns = array['approved_by', 'company_id', 'fee_cents', 'from_kind',
    'from_owner_id', 'from_seq', 'id', 'kind', 'made_at', 'net_cents', 'reason', 'requested_by', 'reversal_of', 'status',
    'to_kind', 'to_owner_id', 'total_cents', 'wallet']
    and has_table_privilege(session_user, 'wallet_transfer', 'insert') then
    insert into wallet_transfer (approved_by, company_id, fee_cents, from_kind, from_owner_id, from_seq, id, kind, made_at,
      net_cents, reason, requested_by, reversal_of, status, to_kind, to_owner_id, total_cents, wallet)
    select (r.v ->> 1)::uuid, (r.v ->> 2)::uuid, (r.v ->> 3)::bigint, r.v ->> 4, (r.v ->> 5)::uuid, (r.v ->> 6)::bigint,
      (r.v ->> 7)::uuid, r.v ->> 8, (r.v ->> 9)::timestamptz, (r.v ->> 10)::bigint, r.v ->> 11, (r.v ->> 12)::uuid,
      (r.v ->> 13)::uuid, r.v ->> 14, r.v ->> 15, (r.v ->> 16)::uuid, (r.v ->> 17)::bigint, r.v ->> 18
    from jsonb_array_elements(inserts -> 'rows') r (v) where accepted[(r.v ->> 0)::int];
    return;
  end if;
  types := plan_types(inserts ->> 'table', columns, 'insert');
  for place in 1 .. cardinality(columns) loop
    places := places || format('(r.v ->> %s)::%s', place, types[place]);
  end loop;
  execute format('insert into %I (%s) select %s from jsonb_array_elements($1) r (v) where $2[(r.v ->> 0)::int]',
    inserts ->> 'table',
    (select string_agg(quote_ident(name), ', ' order by place) from unnest(columns) with ordinality c (name, place)),
    array_to_string(places, ', '))
  using inserts -> 'rows', accepted;
end $function$;

CREATE OR REPLACE FUNCTION public.plan_outbox(events jsonb, jobs jsonb, answers jsonb, accepted boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.plan_set_condition(updates jsonb, this_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  equal text[] := array(select jsonb_array_elements_text(updates -> 'equal'));
  until text[] := array(select jsonb_array_elements_text(updates -> 'until'));
  types text[] := plan_types(updates ->> 'table', equal || until, 'update');
  condition text := 'true';
begin
  if cardinality(equal) = 0 then
    raise exception 'a set of rows of % has no condition', updates ->> 'table' using errcode = 'LG002';
  end if;
  for ordinal in 1 .. cardinality(equal) loop
    condition := condition || case
      when this_row ->> (3 + ordinal) is null then format(' and t.%I is null', equal[ordinal])
      else format(' and t.%I = ($1 ->> %s)::%s', equal[ordinal], 3 + ordinal, types[ordinal]) end;
  end loop;
  for ordinal in 1 .. cardinality(until) loop
    condition := condition || format(' and t.%I <= ($1 ->> %s)::%s', until[ordinal],
      3 + cardinality(equal) + ordinal, types[cardinality(equal) + ordinal]);
  end loop;
  return condition;
end $function$;

CREATE OR REPLACE FUNCTION public.plan_set_guard(updates jsonb)
 RETURNS integer[]
 LANGUAGE plpgsql
AS $function$
declare
  summed text := coalesce(quote_ident(updates ->> 'sum'), '0');
  types text[] := plan_types(updates ->> 'table', array['id'] || array_remove(array[updates ->> 'sum'], null), 'update');
  this_row jsonb;
  ordinal int;
  found_count bigint;
  found_sum numeric;
  failed int[] := '{}';
begin
  -- By their values, without plan, null, count and sum: two batches lock the same sets in the same order.
  for this_row, ordinal in
    select * from jsonb_array_elements(updates -> 'rows') with ordinality r (v, ordinal) order by v - 0 - 0 - 0 - 0, ordinal
  loop
    execute format('select count(*), coalesce(sum(s.summed), 0) from (
        select %s as summed from %I t where %s order by t.id for update) s',
      summed, updates ->> 'table', plan_set_condition(updates, this_row))
    into found_count, found_sum using this_row;
    if (found_count = (this_row ->> 2)::bigint and (this_row ->> 3 is null or found_sum = (this_row ->> 3)::numeric))
      is not true then
      failed := failed || ordinal;
    end if;
  end loop;
  return failed;
end $function$;

CREATE OR REPLACE FUNCTION public.plan_set_update(updates jsonb, accepted boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  set_columns text[] := array(select jsonb_array_elements_text(updates -> 'set'));
  types text[] := plan_types(updates ->> 'table', set_columns, 'update');
  before int := 3 + jsonb_array_length(updates -> 'equal') + jsonb_array_length(updates -> 'until');
  sets text[] := '{}';
  this_row jsonb;
  changed bigint;
begin
  for ordinal in 1 .. cardinality(set_columns) loop
    sets := sets || format('%I = ($1 ->> %s)::%s', set_columns[ordinal], before + ordinal, types[ordinal]);
  end loop;
  for this_row in select * from jsonb_array_elements(updates -> 'rows') loop
    continue when accepted[(this_row ->> 0)::int] is not true;
    execute format('update %I t set %s where %s', updates ->> 'table', array_to_string(sets, ', '),
      plan_set_condition(updates, this_row))
    using this_row;
    get diagnostics changed = row_count;
    if changed > (this_row ->> 2)::bigint then
      raise exception 'rows of % came after they were counted', updates ->> 'table' using errcode = '40001';
    elsif changed < (this_row ->> 2)::bigint then
      raise exception 'two updates of this batch change the same rows of %', updates ->> 'table' using errcode = 'LG002';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.plan_types(plan_target text, columns text[], needed text)
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.plan_update(updates jsonb, accepted boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  set_columns text[] := array(select jsonb_array_elements_text(updates -> 'set'));
  types text[] := plan_types(updates ->> 'table', array['id'] || set_columns, 'update');
  first_ordinal int := 1 + jsonb_array_length(updates -> 'from');
  sets text[] := '{}';
begin
  if updates ? 'equal' then perform plan_set_update(updates, accepted); return; end if;
  for ordinal in 1 .. cardinality(set_columns) loop
    sets := sets || format('%I = (m.v ->> %s)::%s', set_columns[ordinal], first_ordinal + ordinal, types[ordinal + 1]);
  end loop;
  execute format(
    'update %I t set %s from jsonb_array_elements($1) m (v) where t.id = (m.v ->> 1)::%s and $2[(m.v ->> 0)::int]',
    updates ->> 'table', array_to_string(sets, ', '), types[1])
  using updates -> 'rows', accepted;
end $function$;

CREATE OR REPLACE FUNCTION public.plan_verdicts(p_plan_journals integer[], p_journals uuid[], p_keys text[], p_hashes bytea[], p_commands bytea, p_updates jsonb, p_answers jsonb)
 RETURNS jsonb[]
 LANGUAGE plpgsql
AS $function$
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

  for row in 
    select k.key, k.journal_id as id, j.idem, j.command_hash from journal_key k left join journal j on j.id = k.journal_id
    where k.key = any (p_hashes)
  loop
    any_found := true;
    ordinal := array_position(p_hashes, row.key);
    found_ids[ordinal] := row.id;
    same[ordinal] := row.idem = p_keys[ordinal] and row.command_hash = substr(p_commands, 32 * ordinal - 31, 32);
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
end $function$;

CREATE OR REPLACE FUNCTION public.post_batch(p_batch uuid, p_is_retry boolean, p_at timestamp with time zone, p_open jsonb, p_accounts uuid[], p_unlocked uuid[], p_wallets integer[], p_ref_accounts integer[], p_ref_ids uuid[], p_plan_journals integer[], p_journals uuid[], p_keys text[], p_commands bytea, p_kind_names text[], p_kinds integer[], p_times timestamp with time zone[], p_effective integer[], p_subjects uuid[], p_reverses uuid[], p_breaks uuid[], p_journal_legs integer[], p_leg_accounts integer[], p_amounts bigint[], p_refs uuid[], p_slots integer[], p_at_least bigint[], p_rests integer[], p_guard_plans integer[], p_guard_accounts integer[], p_guard_seqs bigint[], p_guard_least bigint[], p_guard_most bigint[], p_details jsonb, p_updates jsonb, p_rows jsonb, p_events jsonb, p_jobs jsonb, p_answers jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
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
  kind_outside boolean[] := '{}'; kind_pattern text[] := '{}'; kind_debits text[] := '{}';
  kind_credits text[] := '{}'; kind_one_wallet boolean[] := '{}';
  -- of each account
  ids uuid[]; codes text[]; owners uuid[]; companies uuid[]; traits int[]; floors bigint[]; heads bytea[]; balances bigint[];
  seqs bigint[]; old_seqs bigint[]; currencies text[]; wallet_of int[];
  unlocked_ids uuid[]; unlocked_owners uuid[]; unlocked_traits int[]; unlocked_balances bigint[]; unlocked_seqs bigint[];
  ref_balances bigint[]; ref_legs int[];
  verdicts jsonb[] := '{}';
  key_hashes bytea[] := array(
    select journal_key_of(k.key) from unnest(p_keys) with ordinality k (key, ordinal) order by k.ordinal);
  knows_replays boolean := p_is_retry or p_updates is not null or p_answers is not null or some_rests
    or cardinality(p_reverses) > 0;
  accepted boolean[] := array_fill(true, array[plans]);
  journal_ok boolean[] := array_fill(true, array[journals]);
  -- of each leg
  after bigint[] := array_fill(null::bigint, array[legs]);
  leg_seq bigint[] := after;
  leg_hash bytea[] := array_fill(null::bytea, array[legs]);
  leg_journal int[] := array_fill(null::int, array[legs]);
  old_heads bytea[];
  -- of each account, the last accepted leg among the first ones; null before a refusal
  last_legs int[]; noted_legs int := 0;
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
  is_outside boolean; names_break boolean; pattern text; debits text; credits text; one_wallet boolean;
  instant timestamptz; earliest timestamptz := p_at - interval '1095 days'; latest timestamptz := p_at + interval '1 day';
  earliest_id uuid := (lpad(to_hex((extract(epoch from least(p_at, clock_timestamp())) * 1000)::bigint - 3600000), 12,
    '0') || '00000000000000000000')::uuid;
  latest_id uuid := (lpad(to_hex((extract(epoch from greatest(p_at, clock_timestamp())) * 1000)::bigint + 120000), 12,
    '0') || '00000000000000000000')::uuid;
  first_journal int := 1; first_leg int := 1; plan_leg int; last_leg int; leg int;
  refusal jsonb;
  said text;
  group_of jsonb;
  all_keys text := array_to_string(p_keys, '|') || '|';
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
    select k.outside, k.names_break, k.key_pattern, nullif(k.debits, ''), nullif(k.credits, ''), k.one_wallet
    into is_outside, names_break, pattern, debits, credits, one_wallet
    from journal_kind k where k.name = p_kind_names[ordinal] and k.built;
    if not found then
      raise exception '% is not a kind that the product writes', p_kind_names[ordinal] using errcode = 'LG002';
    end if;
    kind_outside[ordinal] := is_outside;
    kind_pattern[ordinal] := pattern;
    kind_debits[ordinal] := debits;
    kind_credits[ordinal] := credits;
    kind_one_wallet[ordinal] := one_wallet;
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
  if all_keys ~ '[[:cntrl:]]' then
    raise exception 'a key has control characters' using errcode = 'LG002';
  end if;
  if strpos(all_keys, ':reversed|') > 0 then
    perform check_reversed_keys(p_keys, p_kind_names, p_kinds, p_reverses);
  end if;
  foreach instant in array p_times loop
    if instant < earliest or instant > latest then perform check_effective(instant, p_at); end if;
  end loop;
  if p_open is not null then perform open_accounts(p_open, p_at); end if;

  select array_agg(l.id), array_agg('|' || l.code || '|'), array_agg(l.owner_id) filter (where wallets > 0), array_agg(l.company_id),
    array_agg(l.traits), array_agg(l.floor), array_agg(l.head), array_agg(l.balance), array_agg(l.seq)
  into ids, codes, owners, companies, traits, floors, heads, balances, seqs
  from (
    select a.id, a.code, a.owner_id, a.company_id, a.traits, a.floor, a.head, a.balance, a.seq from account a
    where a.id = any (p_accounts) order by a.id for update
  ) l;
  -- The account numbers of legs follow this order.
  if coalesce(cardinality(seqs), 0) <> accounts or ids <> p_accounts then
    perform refuse_accounts(p_accounts);
  end if;
  old_seqs := seqs;
  old_heads := heads;
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
    ref_legs := array_fill(0, array[refs]);
    for slot, balance in
      select g, r.balance from generate_series(1, refs) g
      join ref_balance r on r.account_id = p_accounts[p_ref_accounts[g]] and r.ref = p_ref_ids[g]
    loop
      ref_balances[slot] := balance;
    end loop;
  end if;
  if knows_replays then
    verdicts := plan_verdicts(p_plan_journals, p_journals, p_keys, key_hashes, p_commands, p_updates, p_answers);
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
        debits := kind_debits[p_kinds[journal]]; credits := kind_credits[p_kinds[journal]];
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
          if strpos(case when amount < 0 then debits when amount > 0 then credits end, codes[account]) = 0 then
            raise exception '% has a leg of % on %, which its kind does not have', p_keys[journal], amount,
              trim(codes[account], '|') using errcode = 'LG002';
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
          hash := sha256(heads[account] || journal_bytes || int8send(seq) || int8send(amount) || int8send(balance));
          balances[account] := balance;
          seqs[account] := seq;
          heads[account] := hash;
          after[leg] := balance;
          leg_seq[leg] := seq;
          leg_hash[leg] := hash;
          leg_journal[leg] := journal;
          if trait & 42 = 0 then
            usd := usd + amount;
          elsif trait & 32 = 0 then
            usd := usd + amount;
            if trait & 8 <> 0 then twins := twins + amount; end if;
          else
            if trait & 8 <> 0 then twins := twins + amount; end if;
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
          if trait & 2 <> 0 then
            slot := p_slots[leg];
            if (p_ref_accounts[slot] = account and p_ref_ids[slot] = p_refs[leg]
              and ref_balances[slot] is not null) is not true then
              raise exception 'a leg on % names no reference', p_accounts[account] using errcode = 'LG002';
            end if;
            ref_legs[slot] := ref_legs[slot] + 1;
            ref_balances[slot] := ref_balances[slot] + case when trait & 1 <> 0 then -amount else amount end;
            if ref_balances[slot] < 0 then
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
          if (amount < 0) = (trait & 1 = 0) and (case when trait & 1 = 0 then balance else -balance end) < floors[account] then
            if kind_outside[p_kinds[journal]] and trait & 4 <> 0 then
              breaks := breaks + 1;
              break_leg[breaks] := leg;
            else
              refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
              exit deciding;
            end if;
          end if;
          if some_at_least and (case when trait & 1 = 0 then balance else -balance end) < p_at_least[leg] then
            refusal := jsonb_build_object('outcome', 'insufficient_funds', 'account', account);
            exit deciding;
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
          if ordinal > 1 and kind_one_wallet[p_kinds[journal]]
            and (traits[p_wallets[3 * wallet - 2]] # traits[p_wallets[3 * touched[1] - 2]]) & 128 <> 0 then
            raise exception '% has legs on wallets of both types, which its kind does not have', p_keys[journal]
              using errcode = 'LG002';
          end if;
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
        if last_legs is null then last_legs := array_fill(0, array[accounts]); end if;
        for noted in noted_legs + 1 .. first_leg - 1 loop
          if leg_seq[noted] is not null then last_legs[p_leg_accounts[noted]] := noted; end if;
        end loop;
        noted_legs := first_leg - 1;
        for undone in reverse leg .. first_leg loop
          continue when leg_seq[undone] is null;
          account := p_leg_accounts[undone];
          balances[account] := balances[account] - p_amounts[undone];
          seqs[account] := seqs[account] - 1;
          heads[account] := coalesce(leg_hash[last_legs[account]], old_heads[account]);
          leg_seq[undone] := null;
          if traits[account] & 2 <> 0 then
            slot := p_slots[undone];
            ref_legs[slot] := ref_legs[slot] - 1;
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
  if said is not null and not knows_replays and exists (
    select from journal_key k where k.key = any (array(
      select key_hashes[g] from generate_series(1, journals) g where not journal_ok[g]))
  ) then
    raise exception 'a refused plan was applied before: its answer needs a look at the keys' using errcode = '40001';
  end if;

  with journals_written as (
    insert into journal
      (id, idem, command_hash, kind, effective_at, recorded_at, subject_id, reverses, break_id)
    select p_journals[g], p_keys[g], substr(p_commands, 32 * g - 31, 32), p_kind_names[p_kinds[g]],
      p_times[p_effective[g]], p_at, p_subjects[g], p_reverses[g], p_breaks[g]
    from generate_series(1, journals) g where journal_ok[g]
  ), keys_written as (
    insert into journal_key (key, journal_id, reverses)
    select key_hashes[g], p_journals[g], p_reverses[g] from generate_series(1, journals) g where journal_ok[g]
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
    from generate_series(1, refs) g where ref_legs[g] > 0
    on conflict (account_id, ref) do update set company_id = excluded.company_id, balance = excluded.balance,
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
end $function$;

CREATE OR REPLACE FUNCTION public.protect(tenant_table regclass, user_column text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  companies text := '(company_id in (select unnest(nullif(current_setting(''app.companies'', true), '''')::uuid[])))';
  no_person text := '(select nullif(current_setting(''app.user'', true), '''')) is null';
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy tenant on %s using ((select current_setting(''app.scope'', true)) = ''all'' or %s)', tenant_table,
    case
      when user_column is null then companies
      when user_column = 'nobody' then format('(%s and %s)', companies, no_person)
      else format('%I = (select nullif(current_setting(''app.user'', true), '''')::uuid) or (%s and %s)',
        user_column, companies, no_person)
    end);
  perform show_to_administrators(tenant_table);
end $function$;

CREATE OR REPLACE FUNCTION public.queued_entries(p_limit integer)
 RETURNS TABLE(queue_row tid, kind "char", id uuid)
 LANGUAGE sql
 STABLE
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  select u.ctid, u.kind, u.id from unsigned_entry u
  where not exists (select from signed_entry s where s.id = u.id and s.kind = u.kind) limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.quoted_for_wallet_since(p_company uuid, p_wallet text, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(gross_cents), 0)::bigint from load
  where company_id = p_company and card_id is null and speed = p_wallet and quoted_at >= p_since
    and status in ('quoted', 'detected') and parent_id is null
$function$;

CREATE OR REPLACE FUNCTION public.record_account_changes(p_accounts uuid[], p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (p_at between timestamptz '1970-01-01 00:00Z' and latest_time()) is not true then
    raise exception 'an account cannot change at this time: %', p_at using errcode = 'LG002';
  end if;
  with recorded as (
    insert into account_change (account_id, number, at, code, asset, currency, owner_id, company_id, class, side, by_ref,
      passable, traits, floor, closed_at)
    select a.id, 1 + coalesce((select max(c.number) from account_change c where c.account_id = a.id), 0), p_at, a.code,
      a.asset, a.currency, a.owner_id, a.company_id, a.class, a.side, a.by_ref, a.passable, a.traits, a.floor, a.closed_at
    from account a where a.id = any (p_accounts)
    returning id
  )
  insert into unsigned_entry (at, id, kind) select p_at, id, 'a' from recorded;
end $function$;

CREATE OR REPLACE FUNCTION public.record_book_check(p_findings integer, p_finished_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into book_check (findings, finished_at) values (p_findings, p_finished_at)
  on conflict (only_row) do update set findings = excluded.findings, finished_at = excluded.finished_at
$function$;

CREATE OR REPLACE FUNCTION public.referral_code_exists(p_code text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from app_user where referral_code = p_code)
$function$;

CREATE OR REPLACE FUNCTION public.refuse_accounts(p_accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_accounts = array(select distinct a from unnest(p_accounts) a order by a) then
    raise exception 'an account of this batch is not open' using errcode = 'LG001';
  end if;
  raise exception 'the accounts of this batch are not in order' using errcode = 'LG002';
end $function$;

CREATE OR REPLACE FUNCTION public.remove_payin_limit(p_company uuid, p_category text, p_level integer, p_seen integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform limit_must_be_in_scope(p_company);
  delete from payin_limit
  where company_id = p_company and category = p_category and level = p_level and version = p_seen;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.restricted_modules(p_company_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(r ->> 'module')
  from setting s cross join jsonb_array_elements(s.value) r
  where s.key = 'tierRestrictions'
    and (r ->> 'tier')::smallint = (select c.tier from company c where c.id = p_company_id)
$function$;

CREATE OR REPLACE FUNCTION public.role_sees_company(p_role_id smallint, p_own_id uuid, p_company company)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when p_role_id in (4, 6, 11) then true
    when p_role_id in (1, 3) then p_company.visible_to_adm or p_company.id = p_own_id
    when p_role_id = 5 then p_company.path @> array[p_own_id]
    else p_company.id = p_own_id
  end
$function$;

CREATE OR REPLACE FUNCTION public.rows_stay(lasting regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = lasting and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke delete, truncate, references, trigger on %s from %I', lasting, role_name);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.sent_since(p_owner uuid, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(total_cents), 0)::bigint from wallet_transfer
  where from_owner_id = p_owner and made_at >= p_since and kind = 'transfer' and status = 'completed'
$function$;

CREATE OR REPLACE FUNCTION public.set_allowance(p_owner uuid, p_company uuid, p_allowance bigint, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  update account set floor = -p_allowance where id = wallet and balance >= -p_allowance;
  if not found then
    raise exception 'the wallet uses more than this allowance' using errcode = 'LG002';
  end if;
  perform record_account_changes(array[wallet], p_at);
end $function$;

CREATE OR REPLACE FUNCTION public.set_payin_limit(p_row jsonb, p_seen integer, p_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  written int;
begin
  perform limit_must_be_in_scope((p_row ->> 'company_id')::uuid);
  if p_seen = 0 then
    insert into payin_limit (id, company_id, category, level, min_cents, max_cents, daily_cents, changed_at, changed_by, reason)
    select r.id, r.company_id, r.category, r.level, r.min_cents, r.max_cents, r.daily_cents, p_at, r.changed_by, r.reason
    from jsonb_to_record(p_row) as r(id uuid, company_id uuid, category text, level smallint, min_cents bigint,
      max_cents bigint, daily_cents bigint, changed_by uuid, reason text)
    on conflict do nothing returning version into written;
    return written;
  end if;
  update payin_limit l set min_cents = r.min_cents, max_cents = r.max_cents, daily_cents = r.daily_cents, changed_at = p_at,
    changed_by = r.changed_by, reason = r.reason, version = l.version + 1
  from jsonb_to_record(p_row) as r(company_id uuid, category text, level smallint, min_cents bigint, max_cents bigint,
    daily_cents bigint, changed_by uuid, reason text)
  where l.company_id is not distinct from r.company_id and l.category = r.category and l.level = r.level
    and l.version = p_seen
  returning l.version into written;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.share_obstacle(p_source_kind text, p_source_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  credited_card uuid;
begin
  if p_source_kind <> 'load' then return null; end if;
  select card_id into credited_card from load where id = p_source_id and status = 'credited';
  if not found then return 'credit'; end if;
  if exists (select from load_reversal r where r.load_id = p_source_id and r.status = 'pending') then return 'credit'; end if;
  if exists (select from reconciliation_finding f
      where f.invariant = 'R1' and f.subject = credited_card::text and f.status = 'open') then
    return 'break';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.share_stays_settled()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.settlement_id is null and exists (select from settlement where id = old.settlement_id and status = 'void') then
    return new;
  end if;
  raise exception 'share % is settled by %', old.id, old.settlement_id using errcode = 'LG002';
end $function$;

CREATE OR REPLACE FUNCTION public.shared_views(p_list text, p_reader uuid, p_company uuid)
 RETURNS TABLE(id uuid, list text, name text, query jsonb, owner_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select v.id, v.list, v.name, v.query, u.first_name || ' ' || u.last_name
    from saved_view v join app_user u on u.id = v.user_id
    where v.list = p_list and v.shared_at is not null and v.user_id <> p_reader and u.active
      and (u.role_id in (4, 6, 11) or companies_of_role(u.id, u.role_id, u.company_id) @> array[p_company])
    order by v.shared_at, v.id
    limit 50;
end $function$;

CREATE OR REPLACE FUNCTION public.shares_of_top_up(p_top_up uuid)
 RETURNS TABLE(id uuid, owner_id uuid, amount_cents bigint, undone_cents bigint, settlement_id uuid, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id, owner_id, amount_cents, undone_cents, settlement_id, due_at from share
  where source_kind = 'topup' and source_id = p_top_up order by level
$function$;

CREATE OR REPLACE FUNCTION public.show_to_administrators(tenant_table regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format(
    'create policy visible on %s using ((select current_setting(''app.scope'', true)) = ''visible'' '
    'and (select nullif(current_setting(''app.user'', true), '''')) is null '
    'and company_id is not null and company_id not in (select hidden_companies()))', tenant_table);
end $function$;

CREATE OR REPLACE FUNCTION public.show_to_seller(tenant_table regclass, user_column text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format(
    'create policy seller on %s for select using ((select current_setting(''app.scope'', true)) = ''seller'' '
    'and company_id in (select unnest(nullif(current_setting(''app.companies'', true), '''')::uuid[])) '
    'and %I in (select people_of_seller((select nullif(current_setting(''app.user'', true), ''''))::uuid)))',
    tenant_table, user_column);
end $function$;

CREATE OR REPLACE FUNCTION public.subtract_from_load_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  standing constant text[] := array['held', 'crediting', 'credited', 'credit_failed'];
  accepted_on constant date := (old.accepted_at at time zone 'UTC')::date;
  stays constant boolean := new.status = any(standing) and new.accepted_at = old.accepted_at;
  done date;
begin
  -- A day that is being summed is locked.
  select summed_to into done from load_day_progress for share;
  if done >= accepted_on then
    update load_day set
      loads = loads - case when stays then 0 else 1 end,
      gross_cents = gross_cents - old.gross_cents + case when stays then new.gross_cents else 0 end,
      fee_cents = fee_cents - old.fee_cents + case when stays then new.fee_cents else 0 end,
      net_cents = net_cents - old.net_cents + case when stays then new.net_cents else 0 end
    where company_id = old.company_id and day = accepted_on;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.sum_next_postings(p_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  since uuid;
  closed uuid;
  last_id uuid;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sum_next_postings needs read committed' using errcode = 'LG002';
  end if;
  select p.summed_to, (lpad(to_hex(greatest(0, (extract(epoch from clock_timestamp()
    - make_interval(mins => p.wait_minutes + b.recorded_behind_minutes)) * 1000)::bigint)), 12, '0') || '00000000000000000000')::uuid
  into since, closed
  from total_progress p, posting_bound b for update of p;
  -- Only journals that exist move the position, so a book that is filled later is summed from its first journal.
  select j.id into last_id from (
    select id from journal where id > since and id < closed order by id limit p_most
  ) j order by j.id desc limit 1;
  if last_id is null then return false; end if;
  insert into daily_total as t (code, asset, day, currency, class, side, amount)
  select a.code, a.asset, (p.effective_at at time zone 'UTC')::date, a.currency, a.class, a.side, sum(p.amount)
  from posting p join account a on a.id = p.account_id
  where p.journal_id > since and p.journal_id <= last_id
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3
  on conflict (code, asset, day) do update set amount = t.amount + excluded.amount;
  update total_progress set summed_to = last_id;
  return exists (select from journal where id > last_id and id < closed);
end $function$;

CREATE OR REPLACE FUNCTION public.summarize_postings()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  summary record;
begin
  for summary in
    select i.indrelid::regclass as of_table, i.indexrelid as index
    from unnest(array['posting_by_journal', 'journal_key_by_journal']::regclass[]) s (name)
    -- An index without partitions has no tree.
    left join lateral pg_partition_tree(s.name) t on t.isleaf
    join pg_index i on i.indexrelid = coalesce(t.relid, s.name)
  loop
    begin
      execute format('lock table only %s in share update exclusive mode nowait', summary.of_table);
      perform brin_summarize_new_values(summary.index);
    exception when lock_not_available then
      null;
    end;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.tag_changes(p_user_id uuid, p_role_id smallint, p_company_id uuid, OUT added text[], OUT removed text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  modules text[];
begin
  if p_role_id = 6 then return; end if;
  modules := restricted_modules(p_company_id);
  if modules is not null then
    select array_agg(r.tag) into removed
    from role_tag r where r.role_id = p_role_id and r.by_default and is_restricted(r.tag, modules);
  end if;
  if not exists (select from tag_override o where o.user_id = p_user_id and o.ended_at is null) then return; end if;
  select array_agg(o.tag) filter (where o.effect = 'granted' and holds_tag(p_user_id, o.tag, true)),
    removed || array_agg(o.tag) filter (where o.effect = 'denied')
  into added, removed
  from tag_override o where o.user_id = p_user_id and o.ended_at is null;
end $function$;

CREATE OR REPLACE FUNCTION public.test_people()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from app_user where is_test
$function$;

CREATE OR REPLACE FUNCTION public.timed_rows(p_table regclass)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(quote_ident(kind_column) || ' = ' || quote_literal(timed_kind), 'true') from partitioned_table
  where name = p_table
$function$;

CREATE OR REPLACE FUNCTION public.topped_up_since(p_company uuid, p_wallet text, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (select coalesce(sum(gross_cents), 0)::bigint from top_up
    where company_id = p_company and wallet = p_wallet and accepted_at >= p_since and status <> 'reversed')
    + quoted_for_wallet_since(p_company, p_wallet, p_since)
$function$;

CREATE OR REPLACE FUNCTION public.transfer_terms(p_owner uuid, p_company uuid, p_at timestamp with time zone, p_since timestamp with time zone)
 RETURNS TABLE(rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if p_owner is null then return; end if;
  return query select t.*
  from (select (select c.path from company c where c.id = p_company) as path offset 0) me
  cross join lateral plain_transfer_terms(p_owner, p_company, me.path, p_at, p_since) t;
end $function$;

CREATE OR REPLACE FUNCTION public.transfers_sides(p_scopes text[], p_from uuid[], p_to uuid[], p_at timestamp with time zone[], p_zones text[], p_starts text[])
 RETURNS TABLE(request integer, id uuid, role_id smallint, first_name text, last_name text, email text, company_id uuid, company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text, buckets text, rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
  select r.n::int, h.id, h.role_id, h.first_name, h.last_name, h.email, h.company_id,
    f.company_name, f.tier, f.path, f.operator_owned, f.active, f.time_zone, f.buckets,
    t.rates, t.min_cents, t.max_cents, t.daily_cents, t.sent_cents
  from (
    select u.n, u.scope::uuid[] as companies, u.from_id, u.to_id, u.at, u.zones::text[] as zones,
      u.starts::timestamptz[] as starts
    from unnest(p_scopes, p_from, p_to, p_at, p_zones, p_starts) with ordinality
      u (scope, from_id, to_id, at, zones, starts, n)
    offset 0
  ) r
  cross join lateral plain_holders(r.from_id, r.to_id, r.companies) h
  cross join lateral plain_wallet_facts(h.id, h.company_id) f
  left join lateral plain_transfer_terms(case when h.id = r.from_id then h.id end, h.company_id, f.path, r.at,
    r.starts[array_position(r.zones, f.time_zone)]) t on true;
end $function$;

CREATE OR REPLACE FUNCTION public.turn_partitions()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  of_table partitioned_table;
  old regclass;
  turned int := 0;
begin
  for of_table in select * from partitioned_table order by name::text loop
    for ahead in 0 .. case of_table.partition_months when 12 then 1 else 3 end loop
      if add_partition(of_table.name, clock_timestamp() + make_interval(months => ahead * of_table.partition_months)) then
        turned := turned + 1;
      end if;
    end loop;
    for old in
      select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = of_table.name and of_table.retention_months is not null
        and partition_end(c.oid) <= first_id(clock_timestamp() - make_interval(months => of_table.retention_months))
      order by c.relname limit 1
    loop
      execute format('drop table %s', old);
      turned := turned + 1;
    end loop;
    exit when turned > 0;
  end loop;
  return turned;
end $function$;

CREATE OR REPLACE FUNCTION public.use_grants(p_hashes bytea[], p_sessions uuid[], p_levels text[], p_actions text[], p_objects bytea[], p_at timestamp with time zone[], p_next_objects bytea[], p_next_expiry timestamp with time zone[])
 RETURNS SETOF integer
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 10
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return query
  update step_up_grant g
  set used_at = case when a.next_object is null then a.at end, object_hash = coalesce(a.next_object, g.object_hash),
    expires_at = coalesce(a.next_expiry, g.expires_at)
  from (
    select u.* from unnest(p_hashes, p_sessions, p_levels, p_actions, p_objects, p_at, p_next_objects, p_next_expiry)
      with ordinality u (hash, session_id, level, action, object_hash, at, next_object, next_expiry, n)
    order by u.hash offset 0
  ) a
  where g.grant_hash = a.hash and g.session_id = a.session_id and g.level = a.level and g.action = a.action
    and g.object_hash = a.object_hash and g.used_at is null and g.expires_at > a.at
  returning a.n::int;
end $function$;

CREATE OR REPLACE FUNCTION public.wallet_facts(p_owner uuid, p_company uuid)
 RETURNS TABLE(company_name text, tier smallint, path uuid[], operator_owned boolean, active boolean, time_zone text, buckets text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query select f.* from plain_wallet_facts(p_owner, p_company) f;
end $function$;

CREATE OR REPLACE FUNCTION public.wallet_loads_of(p_company uuid, p_since timestamp with time zone)
 RETURNS TABLE(id uuid, person_id uuid, card_id uuid, is_immediate boolean, total_cents bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.id, t.card_holder_id, t.to_owner_id, t.wallet = 'immediate', t.total_cents from wallet_transfer t
  where t.company_id = p_company and t.made_at >= p_since and t.kind = 'card_load' and t.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION public.wallet_loads_since(p_person uuid, p_card uuid, p_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(total_cents), 0)::bigint from wallet_transfer
  where kind = 'card_load' and status <> 'cancelled' and card_holder_id = p_person
    and case when p_card is null then made_at >= p_since
      else to_owner_id = p_card and wallet = 'immediate' and (made_at >= p_since or counts_from >= p_since) end
$function$;

CREATE OR REPLACE FUNCTION public.wallet_loads_waiting()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(sum(net_cents), 0)::bigint from wallet_transfer
  where status = 'pending' and not is_crediting and wallet = 'regular' and not waits_for_card
$function$;

CREATE OR REPLACE FUNCTION public.wire_of_reference(p_reference text)
 RETURNS TABLE(top_up_id uuid, seq bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (select id from top_up where reference_key = upper(regexp_replace(p_reference, '\s', '', 'g'))),
    coalesce((select a.seq from account a where a.code = 'bank.unconfirmed' and a.owner_id is null), 0)
$function$;

-- The tables that plans write to (plan_table):
-- approval
-- audit
-- audit_change
-- capital_contribution
-- card
-- card_order
-- card_transaction
-- chain_transfer
-- gas_day
-- issuer_history_row
-- issuer_transfer
-- load
-- load_history
-- load_limit_use
-- load_part
-- load_part_payment
-- load_refund
-- load_reversal
-- own_transfer
-- payment_break
-- payment_event
-- payout
-- payout_address
-- payout_attempt
-- payout_transaction
-- settlement
-- settlement_line
-- share
-- top_up
-- top_up_proof
-- treasury_operation
-- wallet_adjustment
-- wallet_load_batch_row
-- wallet_transfer
-- withdrawal
