-- The rule of effective_fee_schedule in a function without rights of its own, which PostgreSQL merges into the statement that
-- calls it: to start a statement costs more than to read a schedule, so a statement for many companies reads them all.
create function plain_fee_schedule(p_path uuid[], p_at timestamptz) returns table (
  id uuid, version int, regular bigint[], immediate bigint[], transfer bigint[]
) language sql stable rows 1 as $$
  select f.id, f.version, f.regular_hundredths_bp, f.immediate_hundredths_bp, f.transfer_hundredths_bp
  from fee_schedule f
  where f.valid_from <= p_at and (f.company_id is null or f.company_id = any (p_path))
  order by array_position(p_path, f.company_id) desc nulls last, f.valid_from desc, f.version desc
  limit 1
$$;
revoke execute on function plain_fee_schedule(uuid[], timestamptz) from public;

create or replace function effective_fee_schedule(p_company uuid, p_at timestamptz) returns table (
  id uuid, version int, regular bigint[], immediate bigint[], transfer bigint[]
) language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select f.*
  from (select (select c.path from company c where c.id = p_company) as path offset 0) me
  cross join lateral plain_fee_schedule(me.path, p_at) f;
end $$;
