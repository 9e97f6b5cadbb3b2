-- Limits that the operator gives a company, and limits by which a company narrows what it was given. `level` is who set them:
-- 0 the operator, else the level of the company whose person did. One of each level for a company and category.
alter table payin_limit
  add column level smallint not null default 0 check (level between 0 and 4),
  add column changed_at timestamptz not null default '2026-01-01T00:00:00Z',
  add column changed_by uuid,
  add column reason text,
  add constraint payin_limit_platform check (company_id is not null or level = 0),
  drop constraint payin_limit_company_id_category_key,
  add constraint payin_limit_of_level unique nulls not distinct (company_id, category, level);
alter table payin_limit alter column changed_at drop default;

-- The company whose administrators read the limits: the operator's own company (House) for the platform's.
alter table payin_limit add column owner_id uuid not null
  generated always as (coalesce(company_id, '00000000-0000-7000-8000-000000000001')) stored;
create policy platform on payin_limit for select using (
  company_id is null and (select nullif(current_setting('app.user', true), '')) is null
  and ((select current_setting('app.scope', true)) = 'visible'
    or owner_id in (select unnest(nullif(current_setting('app.companies', true), '')::uuid[]))));

create index payin_limit_by_change on payin_limit (owner_id, changed_at, id);

-- The limits that count for a company before a level sets its own: from the platform down its path. What the operator gave a
-- company replaces those above, what a company set narrows them. Where nothing would be left between minimum and maximum,
-- the narrower ones do not count. p_level null: all levels. Definer: a person's scope does not see the ancestors.
create function limit_before(p_company uuid, p_category text, p_level int)
returns table (min_cents bigint, max_cents bigint, daily_cents bigint)
language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  own_path uuid[] := (select c.path from company c where c.id = p_company);
  each record;
  smallest bigint;
  largest bigint;
  of_day bigint;
begin
  for each in
    select l.level, l.min_cents, l.max_cents, l.daily_cents from payin_limit l
    where l.category = p_category and (l.company_id is null or l.company_id = any (own_path))
      and (p_level is null or l.company_id is distinct from p_company or l.level < p_level)
    order by array_position(own_path, l.company_id) nulls first, l.level
  loop
    if each.level = 0 then
      smallest := each.min_cents;
      largest := each.max_cents;
      of_day := each.daily_cents;
    elsif greatest(smallest, each.min_cents) <= least(largest, each.max_cents) then
      smallest := greatest(smallest, each.min_cents);
      largest := least(largest, each.max_cents);
      of_day := least(of_day, each.daily_cents);
    end if;
  end loop;
  return query select smallest, largest, of_day;
end $$;

create or replace function effective_limit(p_company uuid, p_category text)
returns table (min_cents bigint, max_cents bigint, daily_cents bigint)
language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select b.min_cents, b.max_cents, b.daily_cents from limit_before(p_company, p_category, null) b;
end $$;

-- Writes the limits of a level where they are still of the version that the person saw (0: none); null: they are not.
-- Definer: the limits of the platform belong to no company of the person's scope.
create function set_payin_limit(p_row jsonb, p_seen int, p_at timestamptz) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  written int;
begin
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

create function remove_payin_limit(p_company uuid, p_category text, p_level int, p_seen int) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from payin_limit
  where company_id = p_company and category = p_category and level = p_level and version = p_seen;
  return found;
end $$;

select callable_by_app('limit_before(uuid, text, int)');
select callable_by_app('set_payin_limit(jsonb, int, timestamptz)');
select callable_by_app('remove_payin_limit(uuid, text, int, int)');
