-- People name a transfer by its reference, which is made of the last bits of its id.
create index wallet_transfer_by_ref on wallet_transfer (right(id::text, 10));
