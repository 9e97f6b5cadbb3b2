select pg_temp.has('index', 'chain_transfer_by_hash');
