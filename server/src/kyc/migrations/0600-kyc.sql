-- One case a person, for ever: attempts, sessions and decisions come and go in it. `round` grows with each reset.
-- `status` is null until the first session is open.
create table kyc_case (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null unique,
  status text check (status in ('created', 'started', 'submitted', 'positive', 'declined', 'resubmitted', 'expired',
    'abandoned', 'needs_review', 'admin_approved', 'admin_rejected', 'reset')),
  reason text,
  -- guards of ours that the last approval did not pass
  findings text[] not null default '{}',
  round int not null default 1,
  attempts_used int not null default 0 check (attempts_used >= 0),
  attempt_limit int not null default 3 check (attempt_limit between 1 and 10),
  -- loads wait until a person has looked at a verification that was taken back
  kyc_hold boolean not null default false,
  -- the session that the provider's events count for
  session_id uuid,
  -- what the person stated when the check was begun: names, document type, country
  stated bytea,
  version int not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index kyc_case_by_change on kyc_case (changed_at desc, id desc);
create index kyc_case_by_status on kyc_case (status, changed_at desc, id desc);
select protect('kyc_case', 'user_id');

-- A session at the provider. The row is there before the provider is asked (`asking`), so that a second tab waits for
-- it instead of asking too; `lost`: no answer came, nobody has the address of what may have been made.
create table kyc_session (
  id uuid primary key,
  case_id uuid not null references kyc_case (id),
  company_id uuid not null,
  user_id uuid not null,
  provider text not null,
  state text not null check (state in ('asking', 'open', 'closed', 'lost')),
  -- real time: a question older than the lease was asked by a process that is gone
  asked_at timestamptz not null,
  provider_session_id text,
  -- opens without a login
  url bytea,
  opened_at timestamptz,
  expires_at timestamptz,
  unique (provider, provider_session_id),
  check ((state in ('asking', 'lost')) = (provider_session_id is null))
);
create unique index kyc_session_one_at_a_time on kyc_session (case_id) where state in ('asking', 'open');
select protect('kyc_session', 'user_id');

-- A try of the person within a session. `number` counts the submitted ones of a round.
create table kyc_attempt (
  id uuid primary key,
  session_id uuid not null references kyc_session (id),
  case_id uuid not null references kyc_case (id),
  company_id uuid not null,
  user_id uuid not null,
  provider_attempt_id text not null,
  status text not null,
  is_used boolean not null,
  is_decided boolean not null,
  number int,
  -- result of each picture; no personal data
  images jsonb not null default '[]',
  -- what the provider read from the document
  facts bytea,
  decided_at timestamptz,
  created_at timestamptz not null,
  unique (session_id, provider_attempt_id)
);
create index kyc_attempt_by_case on kyc_attempt (case_id, created_at desc);
select protect('kyc_attempt', 'user_id');

-- Whose document a number is: the first person that the provider approved with it. Digests only, on the whole platform.
create table kyc_document (
  digest bytea primary key,
  case_id uuid not null references kyc_case (id),
  at timestamptz not null
);
alter table kyc_document enable row level security;
create policy everything on kyc_document using ((select current_setting('app.scope', true)) = 'all');

-- Takes a document for a case unless it is somebody's, and gives the case that it belongs to. Definer: an admin of some
-- companies approves too, and nobody's scope shows whose documents there are. A second case that asks at the same time
-- waits for the first one's commit.
create function take_kyc_document(p_digest bytea, p_case uuid, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into kyc_document (digest, case_id, at) values (p_digest, p_case, p_at) on conflict (digest) do nothing;
  return (select case_id from kyc_document where digest = p_digest);
end $$;
select callable_by_app('take_kyc_document(bytea, uuid, timestamptz)');

-- Every webhook of the provider, stored before anything is done with it; the same bytes are stored once. `changed`: what
-- reading the provider after it came to; null while that is to be done.
create table kyc_event (
  id uuid primary key,
  provider text not null,
  body_digest bytea not null,
  what text not null,
  provider_session_id text not null,
  provider_attempt_id text,
  case_id uuid references kyc_case (id),
  company_id uuid,
  user_id uuid,
  body bytea not null,
  received_at timestamptz not null,
  changed boolean,
  unique (provider, body_digest)
);
create index kyc_event_by_case on kyc_event (case_id, received_at desc);
select protect('kyc_event', 'nobody');

-- What happened to a case, in order: the timeline. Never changed.
create table kyc_step (
  id uuid primary key,
  case_id uuid not null references kyc_case (id),
  company_id uuid not null,
  user_id uuid not null,
  seq int not null,
  round int not null,
  status text not null,
  reason text,
  attempt int,
  attempt_id uuid references kyc_attempt (id),
  by text not null check (by in ('person', 'provider', 'admin', 'system')),
  actor_id uuid,
  note text,
  at timestamptz not null,
  unique (case_id, seq),
  check ((by = 'admin') = (actor_id is not null and note is not null))
);
select protect('kyc_step', 'user_id');
