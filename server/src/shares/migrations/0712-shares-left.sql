-- What is left of a share after parts of it were taken back. A settlement pays this sum and guards it: the amount of a
-- share never changes, so a guard of that would accept a plan that read the share before a part was taken back.
alter table share add column left_cents bigint not null generated always as (amount_cents - undone_cents) stored;
