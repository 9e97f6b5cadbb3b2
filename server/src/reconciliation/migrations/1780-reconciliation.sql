-- Runs of the reconciliation (domain §12): each compares the issuer's events of some days with ours, and collects what the
-- other checks found. It continues after an interruption where it was.
create table reconcile_run (
  id uuid primary key,
  -- House: a run is about the whole installation.
  company_id uuid not null references company,
  status text not null check (status in ('reading', 'checking', 'comparing', 'done')),
  -- Null: the run of the night.
  requested_by uuid,
  compared_from timestamptz not null,
  compared_until timestamptz not null check (compared_until > compared_from),
  next_page int not null default 1,
  -- The last transaction that was read once more.
  checked_to text not null default '',
  read_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  failure text,
  compared_count int not null default 0,
  matched_count int not null default 0,
  healed_count int not null default 0,
  found_count int not null default 0,
  check ((ended_at is not null) = (status = 'done'))
);
create unique index reconcile_run_alone on reconcile_run ((true)) where status <> 'done';
create index reconcile_run_by_start on reconcile_run (started_at desc, id desc);
create index reconcile_run_by_company on reconcile_run (company_id, started_at desc, id desc);
create index reconcile_run_by_status on reconcile_run (company_id, status, started_at desc, id desc);
select protect('reconcile_run', 'nobody');

-- The issuer's events of a run while it compares. A run that is done has none.
create table reconcile_record (
  run_id uuid not null references reconcile_run,
  event_id text not null,
  transaction_id text not null,
  issuer_card_id text not null,
  type text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  occurred_at timestamptz not null,
  primary key (run_id, event_id)
);
alter table reconcile_record enable row level security;
create policy all_tenants on reconcile_record using ((select current_setting('app.scope', true)) = 'all');

-- A difference that people have to explain or that goes away by itself. `subject` is what differs: the same difference has one
-- open row. The company is the operator's where the difference is of the whole installation.
create table reconcile_break (
  id uuid primary key,
  company_id uuid not null references company,
  class text not null check (class in ('missing_here', 'missing_there', 'amount', 'state', 'duplicate',
    'unauthorised_clearing', 'stale_floating', 'unexplained_fee', 'card_balance', 'overdrawn_card', 'master_balance',
    'unknown_outcome', 'timing', 'bad_file')),
  subject text not null check (length(subject) between 1 and 300),
  status text not null check (status in ('open', 'gone')),
  -- Of the event; null: the difference is looked for by every run.
  event_at timestamptz,
  transaction_id text,
  card_id uuid,
  amount_cents bigint,
  ours_cents bigint,
  theirs_cents bigint,
  ours text,
  theirs text,
  -- As the check wrote it that found the difference.
  detail text,
  -- Business days since it was found, as of the last run.
  age text not null default '0-1' check (age in ('0-1', '2-3', '4-7', '8-30', '31+')),
  owner_id uuid,
  note text check (length(note) between 1 and 2000),
  found_run_id uuid not null references reconcile_run,
  seen_run_id uuid not null references reconcile_run,
  found_at timestamptz not null,
  ended_at timestamptz,
  version int not null default 1,
  check ((ended_at is not null) = (status = 'gone'))
);
create unique index reconcile_break_once on reconcile_break (class, subject) where status = 'open';
create index reconcile_break_by_company on reconcile_break (company_id, found_at desc, id desc);
create index reconcile_break_by_status on reconcile_break (company_id, status, found_at desc, id desc);
create index reconcile_break_by_class on reconcile_break (company_id, class, found_at desc, id desc);
create index reconcile_break_by_age on reconcile_break (company_id, age, found_at desc, id desc);
create index reconcile_break_by_owner on reconcile_break (company_id, owner_id, found_at desc, id desc);
create index reconcile_break_by_run on reconcile_break (company_id, found_run_id, found_at desc, id desc);
create index reconcile_break_found on reconcile_break (found_run_id);
create index reconcile_break_by_subject on reconcile_break (subject collate "C");
create index reconcile_break_by_transaction on reconcile_break (transaction_id collate "C");
select protect('reconcile_break', 'nobody');
