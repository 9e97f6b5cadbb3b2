-- How each provider answered the last calls of the product, in business time.
create table provider_state (
  provider text primary key,
  answered_at timestamptz,
  -- Calls without an answer since the last answer.
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  failed_at timestamptz,
  check ((failures = 0) = (failing_since is null))
);
