-- find_session for any number of tokens at once: requests that come together are looked up together. Definer: nobody is
-- known yet. Its plan is prepared once for each connection.
create or replace function companies_of_role(p_user_id uuid, p_role_id smallint, p_company_id uuid) returns uuid[]
language plpgsql stable as $$
begin
  if p_role_id in (1, 3) then
    return (select array_agg(v.id) from company v where v.visible_to_adm or v.id = p_company_id);
  elsif p_role_id = 5 then
    return (select array_agg(b.id) from company b where b.path @> array[p_company_id]);
  elsif p_role_id = 10 then
    return (select coalesce(array_agg(r.company_id), '{}') from provider_reach r where r.user_id = p_user_id);
  end if;
  return array[p_company_id];
end $$;

create function find_sessions(p_token_hashes bytea[]) returns table (
  token_hash bytea, session_id uuid, user_id uuid, company_id uuid, role_id smallint, cookie_hash bytea,
  created_at timestamptz, last_used_at timestamptz, locked_at timestamptz, ended_at timestamptz, issued_at timestamptz,
  first_used_at timestamptz, rotated_at timestamptz, dies_at timestamptz, user_active boolean, company_active boolean,
  passkey_enabled boolean, passkey_mandatory boolean, company_ids uuid[]
) language plpgsql stable security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select t.token_hash, s.id, u.id, u.company_id, u.role_id, s.cookie_hash, s.created_at, s.last_used_at,
    s.locked_at, s.ended_at, t.issued_at, t.first_used_at, t.rotated_at, t.dies_at, u.active, c.active,
    u.passkey_enabled, c.passkey_mandatory, companies_of_role(u.id, u.role_id, u.company_id)
  from session_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  cross join lateral effective_company(array[u.company_id]) c
  where t.token_hash = any (p_token_hashes);
end $$;
select callable_by_app('find_sessions(bytea[])');
drop function find_session(bytea);
