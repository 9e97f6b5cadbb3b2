select pg_temp.has('function', 'awaits_wallet_load');
