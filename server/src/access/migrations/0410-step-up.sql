-- Until when this session may add the first factor (roles): ten minutes from its login, or from a mail link.
alter table session add column enrol_until timestamptz;

-- Second factors as the provider keeps them, with the names that people gave them. The provider is asked before anything
-- is decided; this says what is ours: names, since when a factor counts in full, and who was told of it.
create table factor (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  provider_id text not null,
  method text not null check (method in ('passkey', 'security_key', 'totp', 'email_otp', 'sms', 'magic_link')),
  name text not null,
  -- where codes go, with the middle hidden
  detail text,
  credential_id text,
  device_id text,
  synced boolean,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- a further factor counts for what needs a passkey after a day (roles)
  full_from timestamptz not null,
  unique (user_id, provider_id)
);
create index factor_by_company on factor (company_id, id);
select protect('factor', 'user_id');

-- One proof that is under way: whose, for what, by which methods; used once. `keys` names its acts at the provider are
-- made of: the id and the step. A login has a secret, since nobody is signed in yet. All times are real time.
create table ceremony (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  session_id uuid references session on delete cascade,
  secret_hash bytea unique,
  purpose text not null check (purpose in ('login', 'otp_login', 'unlock', 'step_up', 'enrol')),
  -- code of the act at the provider
  provider_action text not null,
  level text check (level in ('S1', 'S2', 'S3')),
  action text,
  object_hash bytea,
  step smallint not null default 0,
  methods text[] not null,
  -- code that was sent for this step
  challenge_id text,
  -- method that was proved first
  proved text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose in ('login', 'otp_login')) = (secret_hash is not null)),
  check ((purpose = 'step_up') = (level is not null and action is not null and object_hash is not null))
);
create index ceremony_by_session on ceremony (session_id, id desc);
create index ceremony_by_expiry on ceremony (expires_at);
select protect('ceremony', 'user_id');

-- Proofs that were not begun here (a passkey at the login field), each good for once.
create table proof_use (
  proof_hash bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  used_at timestamptz not null
);
create index proof_use_by_time on proof_use (used_at);
select protect('proof_use', 'user_id');

create table recovery_code (
  code_hash bytea primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  made_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_by_user on recovery_code (user_id);
select protect('recovery_code', 'user_id');

-- Browsers that are asked for no second factor at the login.
create table trusted_device (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  secret_hash bytea not null unique,
  device text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index trusted_device_by_user on trusted_device (user_id);
select protect('trusted_device', 'user_id');

-- What happened to an account's security, for the person themselves.
create table security_event (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  kind text not null,
  facts jsonb not null,
  device text not null,
  address text not null,
  at timestamptz not null
);
create index security_event_by_user on security_event (user_id, id desc);
select protect('security_event', 'user_id');

-- What a person chose; who chose nothing has no row.
create table security_choice (
  user_id uuid primary key references app_user,
  company_id uuid not null references company,
  otp_login boolean not null default false,
  lock_after_seconds int check (lock_after_seconds between 10 and 3600)
);
select protect('security_choice', 'user_id');

-- A grant is of one ceremony.
alter table step_up_grant add column ceremony_id uuid unique;
