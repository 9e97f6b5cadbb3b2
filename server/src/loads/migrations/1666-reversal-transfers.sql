-- A transfer at the issuer may be that of a reversal, which is below zero as a debit by an adjustment.
alter table issuer_transfer add column load_reversal_id uuid;
alter table issuer_transfer drop constraint issuer_transfer_origin_check;
alter table issuer_transfer add constraint issuer_transfer_origin_check
  check (num_nonnulls(load_id, wallet_transfer_id, wallet_adjustment_id, load_reversal_id) = 1);
alter table issuer_transfer drop constraint issuer_transfer_amount_check;
alter table issuer_transfer add constraint issuer_transfer_amount_check check (amount_cents <> 0
  and (amount_cents > 0) <= (load_reversal_id is null)
  and (amount_cents > 0 or wallet_adjustment_id is not null or load_reversal_id is not null));
create unique index issuer_transfer_reversal_part on issuer_transfer (load_reversal_id, part);
