-- People look a payment up by its transaction, also by the beginning of its hash, which only this collation finds by an index.
create index payout_attempt_by_hash on payout_attempt (tx_hash collate "C");
