-- Whether a company has the devices of its people looked at by the profiler, once they agreed. Each company's own word:
-- it is off where nobody said otherwise, and not inherited.
alter table company add column device_profiling boolean not null default false;

-- Definer: asked at the login too, before anybody has a scope.
create function has_device_profiling(p_company_id uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select device_profiling from company where id = p_company_id
$$;
select callable_by_app('has_device_profiling(uuid)');
