-- The booking of gas reads decided transactions in the order in which they were decided.
create index own_transfer_by_decision on own_transfer (network, decided_at, tx_hash) where decided_at is not null;
