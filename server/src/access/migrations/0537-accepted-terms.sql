-- As before, and the newest version of the terms that the person has accepted; null: none.
drop function find_sessions(bytea[]);
create function find_sessions(p_token_hashes bytea[]) returns table (
  token_hash bytea, session_id uuid, user_id uuid, company_id uuid, role_id smallint, cookie_hash bytea,
  created_at timestamptz, last_used_at timestamptz, locked_at timestamptz, ended_at timestamptz, issued_at timestamptz,
  first_used_at timestamptz, rotated_at timestamptz, dies_at timestamptz, user_active boolean, company_active boolean,
  passkey_enabled boolean, passkey_mandatory boolean, company_ids uuid[], added_tags text[], removed_tags text[],
  accepted_terms int
) language plpgsql stable security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select t.token_hash, s.id, u.id, u.company_id, u.role_id, s.cookie_hash, s.created_at, s.last_used_at,
    s.locked_at, s.ended_at, t.issued_at, t.first_used_at, t.rotated_at, t.dies_at, u.active, c.active,
    u.passkey_enabled, c.passkey_mandatory or u.passkey_required, companies_of_role(u.id, u.role_id, u.company_id),
    tags.added, tags.removed, (select max(a.version) from terms_acceptance a where a.user_id = u.id)
  from session_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  cross join lateral effective_company(array[u.company_id]) c
  cross join lateral tag_changes(u.id, u.role_id, u.company_id) tags
  where t.token_hash = any (p_token_hashes);
end $$;
select callable_by_app('find_sessions(bytea[])');
