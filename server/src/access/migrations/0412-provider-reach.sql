-- Companies that a provider top admin (11) listed for a provider sub-admin (10); a sub-admin sees no other (roles).
create table provider_reach (
  user_id uuid not null references app_user,
  company_id uuid not null references company,
  listed_by uuid not null references app_user,
  listed_at timestamptz not null,
  primary key (user_id, company_id)
);
select protect('provider_reach');

-- Companies of a role's data scope (domain §2): those visible to admins, the subtree, those that were listed, else the
-- person's own. Requests and live streams ask the same function.
create function companies_of_role(p_user_id uuid, p_role_id smallint, p_company_id uuid) returns uuid[]
language sql stable as $$
  select case
    when p_role_id in (1, 3) then (select array_agg(v.id) from company v where v.visible_to_adm or v.id = p_company_id)
    when p_role_id = 5 then (select array_agg(b.id) from company b where b.path @> array[p_company_id])
    when p_role_id = 10 then (select coalesce(array_agg(r.company_id), '{}') from provider_reach r where r.user_id = p_user_id)
    else array[p_company_id]
  end
$$;
select callable_by_app('companies_of_role(uuid, smallint, uuid)');

create or replace function find_session(p_token_hash bytea) returns table (
  session_id uuid, user_id uuid, company_id uuid, role_id smallint, cookie_hash bytea, created_at timestamptz,
  last_used_at timestamptz, locked_at timestamptz, ended_at timestamptz, issued_at timestamptz,
  first_used_at timestamptz, rotated_at timestamptz, dies_at timestamptz, user_active boolean, company_active boolean,
  passkey_enabled boolean, passkey_mandatory boolean, company_ids uuid[]
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, u.id, u.company_id, u.role_id, s.cookie_hash, s.created_at, s.last_used_at, s.locked_at, s.ended_at,
    t.issued_at, t.first_used_at, t.rotated_at, t.dies_at, u.active, c.active, u.passkey_enabled, c.passkey_mandatory,
    companies_of_role(u.id, u.role_id, u.company_id)
  from session_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  cross join lateral effective_company(array[u.company_id]) c
  where t.token_hash = p_token_hash
$$;
