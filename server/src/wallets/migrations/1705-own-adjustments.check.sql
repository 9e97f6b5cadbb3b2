select pg_temp.has('policy', 'wallet_adjustment.holder wallet_adjustment.tenant');
