-- A row of a card may be the reversal of a load, below zero. A load that was reversed can be credited again: its card then has
-- a row for each credit.
alter table card_transaction add column load_reversal_id uuid;
create unique index card_transaction_of_reversal on card_transaction (load_reversal_id);
alter table card_transaction add constraint card_transaction_reversal_check check (load_reversal_id is null
  or (num_nonnulls(issuer_transaction_id, payment_id, load_id, wallet_adjustment_id) = 0 and purpose = 'adjustment'));
alter table card_transaction add column load_acceptance int not null default 1;
alter table card_transaction drop constraint card_transaction_load_id_key;
create unique index card_transaction_of_load on card_transaction (load_id, load_acceptance);
