select pg_temp.has('column', 'issuer_event.issuer_transaction_id');
select pg_temp.has('index', 'issuer_event_by_payment card_transaction_by_time card_transaction_by_status');
