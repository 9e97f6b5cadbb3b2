-- People look a transfer up by the beginning of its reference too, which only this collation finds by an index.
create index wallet_transfer_by_ref_start on wallet_transfer (ref_end collate "C");
drop index wallet_transfer_by_ref;
