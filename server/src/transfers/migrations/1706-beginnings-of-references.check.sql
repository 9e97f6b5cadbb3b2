select pg_temp.has('index', 'wallet_transfer_by_ref_start');
