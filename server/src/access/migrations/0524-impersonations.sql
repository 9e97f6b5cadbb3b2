-- An administrator sees the product as one person does (security §1). The link that starts it works once, within a
-- minute and in the session that made it. Rows are never deleted.
create table impersonation (
  id uuid primary key,
  -- The company of the person.
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  admin_id uuid not null references app_user,
  -- Sessions are deleted after a while, so there is no foreign key.
  session_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  token_hash bytea not null unique,
  created_at timestamptz not null,
  link_expires_at timestamptz not null,
  opened_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  check (admin_id <> user_id),
  check ((opened_at is null) = (ends_at is null)),
  check (ended_at is null or opened_at is not null)
);
create index impersonation_by_company on impersonation (company_id, id desc);
create index impersonation_by_user on impersonation (user_id, created_at desc);
create index impersonation_by_session on impersonation (session_id, user_id, opened_at desc) where opened_at is not null;
select protect('impersonation', 'user_id');
select rows_stay('impersonation');

-- The person that a session works on behalf of, as find_sessions returns a person. Null: this session never opened an
-- impersonation of them. A request sends it before any scope is known.
create function find_impersonated(p_session_id uuid, p_user_id uuid) returns table (
  user_id uuid, company_id uuid, role_id smallint, user_active boolean, company_active boolean, company_ids uuid[],
  added_tags text[], removed_tags text[], ends_at timestamptz, ended_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.company_id, u.role_id, u.active, c.active, companies_of_role(u.id, u.role_id, u.company_id),
    tags.added, tags.removed, i.ends_at, i.ended_at
  from impersonation i
  join app_user u on u.id = i.user_id
  cross join lateral effective_company(array[u.company_id]) c
  cross join lateral tag_changes(u.id, u.role_id, u.company_id) tags
  where i.session_id = p_session_id and i.user_id = p_user_id and i.opened_at is not null
  order by i.opened_at desc
  limit 1
$$;
select callable_by_app('find_impersonated(uuid, uuid)');
