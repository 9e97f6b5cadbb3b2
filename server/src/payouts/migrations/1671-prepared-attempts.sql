-- The number of the attempt that `units` are fixed for, before it is signed: after a crash the same amount is signed again.
alter table payout add column prepared int not null default 0 check (prepared >= 0);
-- Attempts of a network that are not over: what the payout wallet still has to pay.
create index payout_attempt_open on payout_attempt (network, nonce) where outcome is null;
