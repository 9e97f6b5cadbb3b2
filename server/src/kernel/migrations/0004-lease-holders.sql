-- Which process holds (or last held) a job: the key of the advisory lock that it keeps while it lives. Null: none is known,
-- and the lease has to run out.
alter table job add column leased_by int;
