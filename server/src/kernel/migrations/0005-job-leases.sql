-- Number of the claim that holds a job, counted up by each claim. Renewing a lease, the writes of a handler and the end of
-- a job name it, so that a process which lost its job, frozen or cut off for longer than the lease, changes nothing.
alter table job add column lease int not null default 0;
-- A lane claims the jobs of its own names: a queue of another lane, however long, is not looked through.
create index job_due_by_name on job (name, due_at, id) where not dead;
