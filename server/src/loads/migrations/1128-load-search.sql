-- The search for loads by the hash of a payment, as a whole.
create index chain_transfer_by_hash on chain_transfer (tx_hash);
