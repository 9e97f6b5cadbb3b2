select pg_temp.has('column', 'card_transaction.load_reversal_id card_transaction.load_acceptance');
select pg_temp.has('unique', 'card_transaction_of_reversal card_transaction_of_load');
select pg_temp.has('rule', 'card_transaction.card_transaction_reversal_check');
