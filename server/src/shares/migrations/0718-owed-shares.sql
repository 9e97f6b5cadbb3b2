-- A share that was reversed as a whole after the approval of its settlement, and whose settlement was then void. Its money
-- is in the pending bucket again, and its owner owes as much: the next settlement pays one with the other, whatever became
-- of the load. Nothing of it is taken back a second time.
alter table share add column is_owed boolean not null default false;
