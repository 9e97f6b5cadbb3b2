-- The booking of gas reads final transactions in the order in which they ended, after the last one that it has read.
create index payout_attempt_by_end on payout_attempt (network, ended_at, tx_hash) where ended_at is not null;
