-- A row of a card may be money that came from a wallet, with the name of its owner at that time.
alter table card_transaction add column wallet_transfer_id uuid;
alter table card_transaction add column sender_name text;
create unique index card_transaction_of_wallet on card_transaction (wallet_transfer_id);
alter table card_transaction add constraint card_transaction_wallet_check check (wallet_transfer_id is null
  or (num_nonnulls(issuer_transaction_id, payment_id, load_id) = 0 and sender_name is not null));
