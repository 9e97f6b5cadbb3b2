-- A view that its owner shares with the administrators of their companies. A reader sees neither the rows of other people
-- nor the company of an administrator above them, so a definer function finds the views that are shared with a company.
-- A view of a deactivated owner is not shared. The scope function of roles is made by a later module.
alter table saved_view add column shared_at timestamptz;
create index saved_view_shared on saved_view (list, shared_at, id) where shared_at is not null;

create function shared_views(p_list text, p_reader uuid, p_company uuid)
returns table (id uuid, list text, name text, query jsonb, owner_name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select v.id, v.list, v.name, v.query, u.first_name || ' ' || u.last_name
    from saved_view v join app_user u on u.id = v.user_id
    where v.list = p_list and v.shared_at is not null and v.user_id <> p_reader and u.active
      and (u.role_id in (4, 6, 11) or companies_of_role(u.id, u.role_id, u.company_id) @> array[p_company])
    order by v.shared_at, v.id
    limit 50;
end $$;
select callable_by_app('shared_views(text, uuid, uuid)');
