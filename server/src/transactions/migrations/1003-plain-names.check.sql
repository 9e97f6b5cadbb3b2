select pg_temp.has('policy', 'issuer_event.all_tenants');
select pg_temp.has_not('policy', 'issuer_event.everything');
select pg_temp.has('unique', 'card_transaction_by_issuer_event');
select pg_temp.has_not('index', 'card_transaction_beside');
