-- A transfer at the issuer may be of an adjustment of a card: below zero it takes money from the card.
alter table issuer_transfer add column wallet_adjustment_id uuid;
alter table issuer_transfer drop constraint issuer_transfer_origin_check;
alter table issuer_transfer add constraint issuer_transfer_origin_check
  check (num_nonnulls(load_id, wallet_transfer_id, wallet_adjustment_id) = 1);
alter table issuer_transfer add constraint issuer_transfer_amount_check
  check (amount_cents <> 0 and (amount_cents > 0 or wallet_adjustment_id is not null));
create unique index issuer_transfer_adjustment_part on issuer_transfer (wallet_adjustment_id, part);
