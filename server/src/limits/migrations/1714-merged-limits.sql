-- The rule of limit_before as an aggregate over the limits of a path in their order: from the platform down, what the operator
-- gave replaces, what a company set narrows. So a statement for many companies finds their limits without one for each.
create function narrow_limit(so_far bigint[], p_level smallint, p_min bigint, p_max bigint, p_daily bigint) returns bigint[]
language plpgsql immutable as $$
begin
  return case
    when p_level = 0 then array[p_min, p_max, p_daily]
    when greatest(so_far[1], p_min) <= least(so_far[2], p_max)
      then array[greatest(so_far[1], p_min), least(so_far[2], p_max), least(so_far[3], p_daily)]
    else so_far end;
end $$;
revoke execute on function narrow_limit(bigint[], smallint, bigint, bigint, bigint) from public;
create aggregate narrowed_limit(smallint, bigint, bigint, bigint) (sfunc = narrow_limit, stype = bigint[]);
revoke execute on function narrowed_limit(smallint, bigint, bigint, bigint) from public;

-- Minimum, maximum and daily limit; null where no row counts. Without rights of its own, so that PostgreSQL merges it into the
-- statement that calls it.
create function plain_limit(p_company uuid, p_path uuid[], p_category text, p_level int) returns table (cents bigint[])
language sql stable rows 1 as $$
  select narrowed_limit(l.level, l.min_cents, l.max_cents, l.daily_cents
    order by array_position(p_path, l.company_id) nulls first, l.level)
  from payin_limit l
  where l.category = p_category and (l.company_id is null or l.company_id = any (p_path))
    and (p_level is null or l.company_id is distinct from p_company or l.level < p_level)
$$;
revoke execute on function plain_limit(uuid, uuid[], text, int) from public;

create or replace function limit_before(p_company uuid, p_category text, p_level int)
returns table (min_cents bigint, max_cents bigint, daily_cents bigint)
language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  own_path uuid[] := (select c.path from company c where c.id = p_company);
begin
  return query select l.cents[1], l.cents[2], l.cents[3]
  from plain_limit(p_company, own_path, p_category, p_level) l;
end $$;
