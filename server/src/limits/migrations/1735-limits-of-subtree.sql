-- What counts for every company below one (null: for all), in one statement each: who changes a limit may not see all companies
-- that the change concerns, and each of them is told what it was and what it becomes.
create function limits_of_subtree(p_company uuid, p_category text) returns table (
  company_id uuid, min_cents bigint, max_cents bigint, daily_cents bigint
) language sql stable security definer
set search_path = public, pg_temp as $$
  select c.id, e.min_cents, e.max_cents, e.daily_cents
  from company c cross join lateral limit_before(c.id, p_category, null) e
  where p_company is null or c.path @> array[p_company]
  order by c.id
$$;
select callable_by_app('limits_of_subtree(uuid, text)');

-- Null: the platform's maximum counts.
create function emergency_maximums_of_subtree(p_company uuid) returns table (company_id uuid, maximum_cents bigint)
language sql stable security definer
set search_path = public, pg_temp as $$
  select c.id, m.maximum_cents
  from company c left join lateral emergency_maximum_of(c.id) m on true
  where c.path @> array[p_company]
  order by c.id
$$;
select callable_by_app('emergency_maximums_of_subtree(uuid)');
