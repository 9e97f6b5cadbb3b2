-- What of the money of a share its owner owes already: it was reversed after the approval of a settlement that was then
-- void, so the money is in the pending bucket again. The next settlement pays it and recovers it. It replaces the mark of
-- shares that were reversed as a whole: a load may be reversed in parts, and nothing of a share is taken back twice.
-- What is recovered of a share stays recorded with it, whatever becomes of its settlements.
alter table share add column owed_left_cents bigint not null default 0;
update share set owed_left_cents = left_cents where is_owed;
alter table share drop column is_owed;
alter table share add constraint share_owed_of_what_is_left check (owed_left_cents between 0 and greatest(amount_cents - undone_cents, 0));
alter table share drop constraint share_recovered_once;
alter table share add constraint share_recovered_once check (recovered_cents between 0 and amount_cents);
drop index share_owed;
create index share_owed on share (owner_id, id)
  where owed_left_cents + coalesce(settled_cents, amount_cents - undone_cents) > amount_cents - undone_cents + recovered_cents;
