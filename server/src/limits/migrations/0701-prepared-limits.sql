-- effective_limit as it was, in a language that prepares its plan once for each connection.
create or replace function effective_limit(p_company uuid, p_category text)
returns table (min_cents bigint, max_cents bigint, daily_cents bigint)
language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select l.min_cents, l.max_cents, l.daily_cents
  from payin_limit l
  left join company me on me.id = p_company
  where l.category = p_category and (l.company_id is null or l.company_id = any (me.path))
  order by array_position(me.path, l.company_id) desc nulls last
  limit 1;
end $$;
