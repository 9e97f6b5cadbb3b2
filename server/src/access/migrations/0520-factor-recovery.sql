-- Recovery of lost factors (roles): a link by mail, the person's face, a day of waiting. Two links: one goes on, the other,
-- for addresses that the account had before, can only look and stop. `sealed` has both, and the provider's page.
create table factor_recovery (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  status text not null check (status in ('mailed', 'selfie', 'waiting', 'done', 'cancelled', 'failed')),
  go_hash bytea not null unique,
  stop_hash bytea not null unique,
  sealed bytea not null,
  session_id text,
  -- business time from which on it can be finished
  ready_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'waiting') <= (ready_at is not null))
);
create index factor_recovery_by_user on factor_recovery (user_id, id desc);
select protect('factor_recovery', 'user_id');
