select pg_temp.has('policy', 'wallet_transfer.parties wallet_transfer.tenant');
