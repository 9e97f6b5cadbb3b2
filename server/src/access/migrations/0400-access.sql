-- Sessions (trust, Session). All times here are real time. A token opens nothing without its session's cookie; both are
-- kept as hashes only.
create table session (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  cookie_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- when a second factor (until there is one: the password) was last shown
  confirmed_at timestamptz,
  locked_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  address text not null,
  device text not null,
  check ((ended_at is null) = (end_reason is null))
);
create index session_by_user on session (user_id, id desc);
create index session_by_use on session (last_used_at);
select protect('session', 'user_id');

-- Tokens of a session, one after another. `rotated_at`: when a successor was handed out; `dies_at`: set when a successor
-- was first used, so that an answer that was lost costs nothing.
create table session_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  company_id uuid not null,
  user_id uuid not null,
  issued_at timestamptz not null,
  first_used_at timestamptz,
  rotated_at timestamptz,
  dies_at timestamptz
);
create index session_token_by_session on session_token (session_id);
select protect('session_token', 'user_id');

-- Leave for one act: action and object, once, for a minute (api, trust). `factor` is what was shown for it.
create table step_up_grant (
  grant_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  company_id uuid not null,
  user_id uuid not null,
  level text not null check (level in ('S1', 'S2', 'S3')),
  factor text not null,
  action text not null,
  object_hash bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index step_up_grant_by_expiry on step_up_grant (expires_at);
select protect('step_up_grant', 'user_id');

-- Everything that judging a request needs, by its token, in one round trip. Definer: nobody is known yet.
create function find_session(p_token_hash bytea) returns table (
  session_id uuid, user_id uuid, company_id uuid, role_id smallint, cookie_hash bytea, created_at timestamptz,
  last_used_at timestamptz, locked_at timestamptz, ended_at timestamptz, issued_at timestamptz,
  first_used_at timestamptz, rotated_at timestamptz, dies_at timestamptz, user_active boolean, company_active boolean,
  passkey_enabled boolean, passkey_mandatory boolean, company_ids uuid[]
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, u.id, u.company_id, u.role_id, s.cookie_hash, s.created_at, s.last_used_at, s.locked_at, s.ended_at,
    t.issued_at, t.first_used_at, t.rotated_at, t.dies_at, u.active, c.active, u.passkey_enabled, c.passkey_mandatory,
    -- companies of the role's data scope (domain §2): those visible to admins, the subtree, else the person's own
    case
      when u.role_id in (1, 3) then (select array_agg(v.id) from company v where v.visible_to_adm or v.id = u.company_id)
      when u.role_id = 5 then (select array_agg(b.id) from company b where b.path @> array[u.company_id])
      else array[u.company_id]
    end
  from session_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  cross join lateral effective_company(array[u.company_id]) c
  where t.token_hash = p_token_hash
$$;
select callable_by_app('find_session(bytea)');
