select pg_temp.has('policy', 'account.seller wallet_line.seller');
