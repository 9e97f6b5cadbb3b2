-- Moves a company with all companies below it under another parent, or to the top. Definer: companies below may be outside
-- of the caller's scope, and their paths change too. The caller has checked the scope and the decision; cycles and a fifth
-- tier are refused here as well. One move at a time, so that two moves cannot make a cycle together.
create function change_company_parent(p_id uuid, p_parent_id uuid) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moved company;
  above uuid[] := '{}';
  changed int;
begin
  perform pg_advisory_xact_lock(hashtextextended('company tree', 0));
  perform 1 from company where path @> array[p_id] or id = p_parent_id order by id for update;
  select * into strict moved from company where id = p_id;
  if p_parent_id is not null then
    select path into strict above from company where id = p_parent_id;
  end if;
  if p_id = any (above) then raise exception 'a company cannot be below itself'; end if;
  update company c set
    parent_id = case when c.id = p_id then p_parent_id else c.parent_id end,
    path = above || c.path[moved.tier:],
    tier = cardinality(above) + c.tier - moved.tier + 1,
    version = c.version + 1
  where c.path @> array[p_id];
  get diagnostics changed = row_count;
  return changed;
end $$;
select callable_by_app('change_company_parent(uuid, uuid)');

-- The lowest tier at or below a company, also outside of the scope.
create function lowest_tier_below(p_id uuid) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select max(tier)::int from company where path @> array[p_id]
$$;
select callable_by_app('lowest_tier_below(uuid)');
