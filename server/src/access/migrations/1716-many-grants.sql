-- Uses the grants of many calls by one statement, each once, by its own session, for its own operation, in time, and returns
-- the numbers of those that were used. Of two calls with one grant one is returned. In PL/pgSQL, because its plan always finds
-- the grants by their hashes, and locks them in this order. p_next_objects, p_next_expiry: the following part of a bulk call;
-- null: the grant is consumed.
create function use_grants(p_hashes bytea[], p_sessions uuid[], p_levels text[], p_actions text[], p_objects bytea[],
  p_at timestamptz[], p_next_objects bytea[], p_next_expiry timestamptz[])
returns setof int language plpgsql security definer rows 10 set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  update step_up_grant g
  set used_at = case when a.next_object is null then a.at end, object_hash = coalesce(a.next_object, g.object_hash),
    expires_at = coalesce(a.next_expiry, g.expires_at)
  from (
    select u.* from unnest(p_hashes, p_sessions, p_levels, p_actions, p_objects, p_at, p_next_objects, p_next_expiry)
      with ordinality u (hash, session_id, level, action, object_hash, at, next_object, next_expiry, n)
    order by u.hash offset 0
  ) a
  where g.grant_hash = a.hash and g.session_id = a.session_id and g.level = a.level and g.action = a.action
    and g.object_hash = a.object_hash and g.used_at is null and g.expires_at > a.at
  returning a.n::int;
end $$;
select callable_by_app('use_grants(bytea[], uuid[], text[], text[], bytea[], timestamptz[], bytea[], timestamptz[])');

-- The use of a grant stays on its page, without new entries in its three indexes.
alter table step_up_grant set (fillfactor = 60);
