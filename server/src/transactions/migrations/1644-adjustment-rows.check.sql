select pg_temp.has('column', 'card_transaction.wallet_adjustment_id');
select pg_temp.has('unique', 'card_transaction_of_adjustment');
select pg_temp.has('rule', 'card_transaction.card_transaction_adjustment_check');
