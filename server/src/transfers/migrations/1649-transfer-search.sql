-- People name a transfer by its reference, which is made of the last bits of its id. As a column, because a policy lets an
-- index compare plain values only.
alter table wallet_transfer add column ref_end text not null generated always as (right(id::text, 10)) stored;
create index wallet_transfer_by_ref on wallet_transfer (ref_end);
