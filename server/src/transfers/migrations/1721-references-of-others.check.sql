select pg_temp.has('column', 'wallet_transfer.reference wallet_transfer.reference_folded');
select pg_temp.has('index', 'wallet_transfer_by_reference');
