select pg_temp.has('column', 'card_transaction.wallet_transfer_id card_transaction.sender_name');
select pg_temp.has('unique', 'card_transaction_of_wallet');
select pg_temp.has('rule', 'card_transaction.card_transaction_wallet_check');
