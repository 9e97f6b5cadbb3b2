-- A second person can allow the administrator of an open impersonation to change what the contract names (security §1).
alter table impersonation add column changes_allowed_at timestamptz;
alter table impersonation add column changes_allowed_by uuid references app_user;
alter table impersonation add column changes_reason text check (length(changes_reason) between 1 and 500);
alter table impersonation add constraint impersonation_changes_check check (
  (changes_allowed_at is null) = (changes_allowed_by is null)
  and (changes_allowed_at is null) = (changes_reason is null)
  and (changes_allowed_at is null or opened_at is not null)
  and changes_allowed_by <> user_id
);

-- As before, and whether changes are allowed.
drop function find_impersonated(uuid, uuid);
create function find_impersonated(p_session_id uuid, p_user_id uuid) returns table (
  user_id uuid, company_id uuid, role_id smallint, user_active boolean, company_active boolean, company_ids uuid[],
  added_tags text[], removed_tags text[], ends_at timestamptz, ended_at timestamptz, may_change boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.company_id, u.role_id, u.active, c.active, companies_of_role(u.id, u.role_id, u.company_id),
    tags.added, tags.removed, i.ends_at, i.ended_at, i.changes_allowed_at is not null
  from impersonation i
  join app_user u on u.id = i.user_id
  cross join lateral effective_company(array[u.company_id]) c
  cross join lateral tag_changes(u.id, u.role_id, u.company_id) tags
  where i.session_id = p_session_id and i.user_id = p_user_id and i.opened_at is not null
  order by i.opened_at desc
  limit 1
$$;
select callable_by_app('find_impersonated(uuid, uuid)');
