-- When the people of a seller last used the product, for the seller's list of them. Their sessions have addresses and
-- devices, which a seller does not see, so no policy shows the rows.
create function last_uses_for_seller(p_user_ids uuid[]) returns table (user_id uuid, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp rows 100 as $$
  select s.user_id, max(s.last_used_at)
  from session s
  where (select current_setting('app.scope', true)) = 'seller'
    and s.user_id = any(p_user_ids)
    and s.user_id in (select people_of_seller((select nullif(current_setting('app.user', true), ''))::uuid))
  group by s.user_id
$$;
select callable_by_app('last_uses_for_seller(uuid[])');
