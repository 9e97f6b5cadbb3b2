-- `transfer_refused`: the coin's contract refuses the transfer. `not_booked`: the journal of the step was refused.
alter table payout drop constraint payout_reason_check;
alter table payout add constraint payout_reason_check check (reason in ('no_funds', 'no_gas', 'signer_silent',
  'signer_refused', 'chain_silent', 'transfer_refused', 'not_booked', 'screening_waits', 'screened_out', 'withdrawn',
  'reverted', 'replaced'));
