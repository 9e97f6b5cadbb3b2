-- A row of a card may be an adjustment by an administrator, below zero where it took money.
alter table card_transaction add column wallet_adjustment_id uuid;
create unique index card_transaction_of_adjustment on card_transaction (wallet_adjustment_id);
alter table card_transaction add constraint card_transaction_adjustment_check check (wallet_adjustment_id is null
  or (num_nonnulls(issuer_transaction_id, payment_id, load_id) = 0 and purpose = 'adjustment'));
