-- A share is drawn up by one settlement (`draft_id`), and settled when that settlement is approved: from then on nothing of
-- it is taken back, what is reversed is owed instead (domain §8). `settled_cents` is what was left of it at that time,
-- `recovered_cents` what later settlements have recovered of the part that was reversed since.
alter table share add column draft_id uuid;
alter table share add column settled_cents bigint;
alter table share add column recovered_cents bigint not null default 0;
alter table share add constraint share_settled_by_its_draft check (draft_id is null or settlement_id is null or draft_id = settlement_id);
alter table share add constraint share_settled_whole check (settled_cents between 1 and amount_cents);
alter table share add constraint share_recovered_once check (recovered_cents between 0 and coalesce(settled_cents, 0));
create index share_by_draft on share (draft_id, id) where draft_id is not null;
create index share_owed on share (owner_id, id) where settled_cents > amount_cents - undone_cents + recovered_cents;
