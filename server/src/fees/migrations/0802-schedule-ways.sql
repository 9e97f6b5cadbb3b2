-- How a version of a schedule was made, and by whom it was approved. `operator`: by two people, all five levels. `company`:
-- by the company of a level, which sets its own level and those below. `followed` and `ended`: by the product, because the
-- version that gives the levels above (`base_id`) changed (docs/decisions/0018).
alter table fee_schedule
  add column way text not null default 'operator' check (way in ('operator', 'company', 'followed', 'ended')),
  add column level smallint not null default 0 check (level between 0 and 4),
  add column base_id uuid references fee_schedule,
  add column approved_by uuid,
  add column reason text,
  add constraint fee_schedule_level check ((way = 'operator') = (level = 0)),
  add constraint fee_schedule_base check ((level = 0) = (base_id is null));

-- The company whose administrators read a version: the operator's own company (House) for the platform's.
alter table fee_schedule add column owner_id uuid not null
  generated always as (coalesce(company_id, '00000000-0000-7000-8000-000000000001')) stored;
create policy platform on fee_schedule for select using (
  company_id is null and (select nullif(current_setting('app.user', true), '')) is null
  and ((select current_setting('app.scope', true)) = 'visible'
    or owner_id in (select unnest(nullif(current_setting('app.companies', true), '')::uuid[]))));

-- The orders of the list, and the version of a company that is in force at an instant.
create index fee_schedule_by_start on fee_schedule (owner_id, valid_from, id);
create index fee_schedule_of_owner on fee_schedule (owner_id, valid_from, version);

-- Whose schedule it is, and the next instants at which the schedule of a company (null: the platform) may change. Definer: a
-- person's scope does not see the schedules of the companies above as rows. Neither tells a rate.
create function fee_schedule_source(p_id uuid) returns table (company_id uuid, valid_from timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.company_id, f.valid_from from fee_schedule f where f.id = p_id
$$;
create function fee_schedule_starts(p_company uuid, p_at timestamptz) returns table (valid_from timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct f.valid_from from fee_schedule f
  where f.valid_from > p_at
    and (f.company_id is null or f.company_id = any ((select c.path from company c where c.id = p_company)::uuid[]))
  order by f.valid_from limit 20
$$;
select callable_by_app('fee_schedule_source(uuid)');
select callable_by_app('fee_schedule_starts(uuid, timestamptz)');
