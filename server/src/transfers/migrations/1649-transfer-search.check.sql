select pg_temp.has('column', 'wallet_transfer.ref_end');
select pg_temp.has('index', 'wallet_transfer_by_ref');
