-- People. E-mail, names, city and country are plain because admins search them; birth date, mobile, street and zip code
-- are sealed in one value with a key of its own: destroying that key erases them. `mobile_digest` finds a number
-- without opening it.
create table app_user (
  id uuid primary key,
  company_id uuid not null references company,
  role_id smallint not null check (role_id between 1 and 11),
  username text not null unique check (username ~ '^[a-z0-9._-]{3,30}$'),
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text not null,
  -- withdrawals wait after it (roles)
  credentials_changed_at timestamptz,
  first_name text not null,
  last_name text not null,
  gender text check (gender in ('female', 'male', 'other', 'undisclosed')),
  city text,
  state text,
  country text check (country ~ '^[A-Z]{2}$'),
  sealed bytea,
  mobile_digest bytea,
  -- permanent; who registers with it was brought by this person
  referral_code text not null unique check (referral_code ~ '^[0-9A-HJKMNP-TV-Z]{6,12}$'),
  -- who brought this person, frozen at registration (domain §4)
  seller_code_id uuid,
  seller_one_id uuid references app_user,
  seller_two_id uuid references app_user,
  referrer_id uuid references app_user,
  locale text not null default 'en' check (locale in ('en', 'es')),
  -- the spec's test-email flag: left out of totals, mail goes to the log only
  is_test boolean not null default false,
  active boolean not null default true,
  passkey_enabled boolean not null default false,
  -- names and birth date were verified: they no longer change by themselves
  identity_verified_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null
);
create index app_user_by_company on app_user (company_id, id desc);
create index app_user_by_mobile on app_user (mobile_digest) where mobile_digest is not null;
create index app_user_by_seller_code on app_user (seller_code_id, id desc) where seller_code_id is not null;
create index app_user_by_seller_one on app_user (seller_one_id, id desc) where seller_one_id is not null;
create index app_user_by_seller_two on app_user (seller_two_id, id desc) where seller_two_id is not null;
create index app_user_by_referrer on app_user (referrer_id, id desc) where referrer_id is not null;
select protect('app_user', 'id');

-- A change of address; counts once its link is opened (spec §3: from, to, informed, informed at).
create table email_change (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  from_email text not null,
  to_email text not null,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  informed boolean not null default false,
  informed_at timestamptz,
  informed_by uuid references app_user,
  check (informed = (informed_at is not null))
);
create index email_change_by_company on email_change (company_id, id desc);
create index email_change_by_user on email_change (user_id, id desc);
select protect('email_change', 'user_id');

-- Links in mail: the token is known to its receiver only, here is its hash. Times are real time.
create table one_time_link (
  token_hash bytea primary key,
  kind text not null check (kind in ('verify_email', 'email_change', 'recover')),
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  email text not null,
  email_change_id uuid references email_change,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'email_change') = (email_change_id is not null))
);
create index one_time_link_by_user on one_time_link (user_id, kind);
create index one_time_link_by_expiry on one_time_link (expires_at);
select protect('one_time_link', 'user_id');

-- Counted tries of one subject (an account's password, mail to an address), in real time; shared by all copies of the
-- server. The subject is a keyed digest: the table names nobody.
create table throttle (
  subject bytea primary key,
  tries int not null,
  window_from timestamptz not null,
  blocks int not null default 0,
  blocked_until timestamptz
);
create index throttle_by_window on throttle (window_from);
