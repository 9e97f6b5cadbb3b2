-- What the other side knows a transfer by, such as the number of an invoice. It is found by its beginning, whatever its capitals
-- and accents: as a column, because a policy lets an index compare plain values only.
alter table wallet_transfer add column reference text check (char_length(reference) between 1 and 64);
alter table wallet_transfer add column reference_folded text generated always as (plain_text(reference)) stored;
create index wallet_transfer_by_reference on wallet_transfer (reference_folded collate "C") where reference_folded is not null;
