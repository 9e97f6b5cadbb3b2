-- The last run of each job, by name, in business time. Written some seconds after the run, for all names together, so that
-- jobs of one name never wait for each other's row.
create table job_run (
  name text primary key,
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  failed boolean not null,
  -- The last failure, which a later success leaves.
  failed_at timestamptz,
  error text,
  check ((failed_at is null) = (error is null)),
  check (not failed or failed_at is not null)
);

-- Since when a job fails without a success, and its last failure.
alter table job add column first_failed_at timestamptz, add column failed_at timestamptz;
alter table job add check ((first_failed_at is null) = (failed_at is null));
-- Jobs that failed before: the time of the next attempt is the nearest that is known.
update job set first_failed_at = due_at, failed_at = due_at where dead or attempts > 0;
-- The failing jobs of a name, and the dead ones of all.
create index job_failed on job (name, first_failed_at, id) where failed_at is not null or dead;
