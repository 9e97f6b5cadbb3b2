-- What counts for every company below one (null: for all) at given instants, in one statement: who changes schedules may not see all
-- companies that the change concerns, and each of them is told what it was and what it becomes.
create function fees_of_subtree(p_company uuid, p_at timestamptz[]) returns table (
  company_id uuid, tier smallint, at timestamptz, regular bigint[], immediate bigint[], transfer bigint[]
) language sql stable security definer
set search_path = public, pg_temp as $$
  select c.id, c.tier::smallint, t.at, f.regular, f.immediate, f.transfer
  from company c cross join unnest(p_at) as t(at) cross join lateral plain_fee_schedule(c.path, t.at) f
  where p_company is null or c.path @> array[p_company]
  order by c.id, t.at
$$;
select callable_by_app('fees_of_subtree(uuid, timestamptz[])');
