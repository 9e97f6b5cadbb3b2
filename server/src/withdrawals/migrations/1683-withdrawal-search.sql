-- People look a withdrawal up by its reference, which is made of the last bits of its id, by its address in any capitals, and
-- by its transaction, also by their beginnings. Columns, because a policy lets an index compare plain values only.
alter table withdrawal
  add column ref_end text collate "C" not null generated always as (right(id::text, 10)) stored,
  add column address_key text collate "C" not null generated always as (lower(to_address)) stored;
create index withdrawal_by_ref on withdrawal (ref_end);
create index withdrawal_by_address on withdrawal (address_key);
create index withdrawal_by_hash on withdrawal (tx_hash collate "C") where tx_hash is not null;
