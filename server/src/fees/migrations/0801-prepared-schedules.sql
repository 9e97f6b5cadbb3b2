-- effective_fee_schedule as it was, in a language that prepares its plan once for each connection.
create or replace function effective_fee_schedule(p_company uuid, p_at timestamptz) returns table (
  id uuid, version int, regular bigint[], immediate bigint[], transfer bigint[]
) language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select f.id, f.version, f.regular_hundredths_bp, f.immediate_hundredths_bp, f.transfer_hundredths_bp
  from fee_schedule f
  left join company me on me.id = p_company
  where f.valid_from <= p_at and (f.company_id is null or f.company_id = any (me.path))
  order by array_position(me.path, f.company_id) desc nulls last, f.valid_from desc, f.version desc
  limit 1;
end $$;
