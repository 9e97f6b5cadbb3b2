-- The functions that write limits run with the rights of their owner, whom no policy stops. So they ask what the policies of
-- payin_limit ask: whether the company, or for the platform the operator's own, is in the scope.
create function limit_must_be_in_scope(p_company uuid) returns void language plpgsql stable
set search_path = public, pg_temp as $$
begin
  if (current_setting('app.scope', true) = 'all' or nullif(current_setting('app.user', true), '') is null and (
    coalesce(p_company, '00000000-0000-7000-8000-000000000001')
      = any (nullif(current_setting('app.companies', true), '')::uuid[])
    or current_setting('app.scope', true) = 'visible'
      and (p_company is null or p_company not in (select hidden_companies())))) is not true then
    raise exception 'these limits are not in the scope' using errcode = '42501';
  end if;
end $$;
revoke all on function limit_must_be_in_scope(uuid) from public;

create or replace function set_payin_limit(p_row jsonb, p_seen int, p_at timestamptz) returns int language plpgsql
security definer set search_path = public, pg_temp as $$
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
end $$;

create or replace function remove_payin_limit(p_company uuid, p_category text, p_level int, p_seen int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform limit_must_be_in_scope(p_company);
  delete from payin_limit
  where company_id = p_company and category = p_category and level = p_level and version = p_seen;
  return found;
end $$;
