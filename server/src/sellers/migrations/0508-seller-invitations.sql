-- Invitations of sellers two by a seller one (domain §1). A link is found by the hash of its token, and a person may accept
-- it who has the address that it was sent to.
create table seller_invitation (
  id uuid primary key,
  company_id uuid not null references company,
  seller_id uuid not null references app_user,
  email text not null check (email = lower(email)),
  token_hash bytea not null unique check (length(token_hash) = 32),
  sent int not null default 1 check (sent > 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references app_user,
  revoked_at timestamptz,
  created_at timestamptz not null,
  check (expires_at > sent_at),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or revoked_at is null)
);
-- A second invitation of the same person by the same seller would only be another link to the same.
create unique index seller_invitation_open on seller_invitation (seller_id, email)
  where accepted_at is null and revoked_at is null;
create index seller_invitation_by_company on seller_invitation (company_id, created_at desc, id desc);
create index seller_invitation_by_seller on seller_invitation (seller_id, created_at desc, id desc);
select protect('seller_invitation', 'seller_id');

-- The invitation of a link, for the person who opens it: its row and its seller are not theirs to see.
create function open_seller_invitation(p_token_hash bytea) returns table (
  id uuid, company_id uuid, seller_id uuid, email text, expires_at timestamptz, accepted_at timestamptz,
  revoked_at timestamptz, seller_role int, seller_active boolean, seller_company uuid, seller_name text
) language sql stable security definer set search_path = public, pg_temp rows 1 as $$
  select i.id, i.company_id, i.seller_id, i.email, i.expires_at, i.accepted_at, i.revoked_at, u.role_id, u.active,
    u.company_id, trim(u.first_name || ' ' || u.last_name)
  from seller_invitation i join app_user u on u.id = i.seller_id
  where i.token_hash = p_token_hash
$$;
select callable_by_app('open_seller_invitation(bytea)');

-- The signed-in person accepts it. False: it is over, or was sent to another address than their confirmed one.
create function accept_seller_invitation(p_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update seller_invitation i set accepted_at = p_at, accepted_by = u.id
  from app_user u
  where i.id = p_id and i.accepted_at is null and i.revoked_at is null and i.expires_at > p_at
    and u.id = (select nullif(current_setting('app.user', true), ''))::uuid
    and u.email = i.email and u.email_verified_at is not null;
  return found;
end $$;
select callable_by_app('accept_seller_invitation(uuid, timestamptz)');
