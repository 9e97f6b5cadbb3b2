-- What a sender's next transfer costs and how large it may be, read together with its wallets: by one snapshot, so the guards
-- on the wallets cover the sum of the day too. Definer, as `sent_since` is. No row for a null owner, which is the other side;
-- without `p_since` the sum is null.
create function transfer_terms(p_owner uuid, p_company uuid, p_at timestamptz, p_since timestamptz)
returns table (rates bigint[], min_cents bigint, max_cents bigint, daily_cents bigint, sent_cents bigint)
language plpgsql stable security definer rows 1 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if p_owner is null then return; end if;
  return query
  select (select s.transfer from effective_fee_schedule(p_company, p_at) s), b.min_cents, b.max_cents, b.daily_cents,
    case when p_since is not null then (
      select coalesce(sum(t.total_cents), 0)::bigint from wallet_transfer t
      where t.from_owner_id = p_owner and t.made_at >= p_since and t.kind = 'transfer' and t.status = 'completed')
    end
  from limit_before(p_company, 'transfer', null) b;
end $$;
select callable_by_app('transfer_terms(uuid, uuid, timestamptz, timestamptz)');

-- Plans of their own for the rows that each transfer writes, as the audit's row has one: to plan these statements anew for each
-- batch took as long as to write four transfers. Other columns of the same tables are still planned each time.
do $do$
declare
  code text := pg_get_functiondef('plan_insert'::regproc);
  before text := $part$  types := plan_types(inserts ->> 'table', columns, 'insert');
$part$;
begin
  assert strpos(code, before) > 0, 'plan_insert has another text';
  execute replace(code, before, $part$  if inserts ->> 'table' = 'audit_change' and columns = array['after', 'audit_id', 'before', 'company_id', 'entity',
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
$part$ || before);
end $do$;

-- A first status that the table of transitions allows is compared in the trigger's condition, without a call of its function
-- for each new row. The function still decides on every other one. transitions.sql makes the triggers anew after each change
-- of the pairs.
create or replace function guard_status(guarded regclass) returns void language plpgsql as $$
declare
  first text[] := array(
    select t.to_status from status_transition t join pg_class c on c.relname = t.table_name
    where c.oid = guarded and t.from_status is null order by 1);
begin
  execute format(
    'create or replace trigger status_of_insert before insert on %s for each row
     when (new.status is not null and new.status <> all (%L::text[])) execute function check_status()', guarded, first);
  execute format(
    'create or replace trigger status_of_update before update on %s for each row
     when (old.status is distinct from new.status) execute function check_status()', guarded);
end $$;
select guard_status(tgrelid::regclass) from pg_trigger
where tgname = 'status_of_insert' and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
