select pg_temp.has('column', 'wallet_transfer.counts_from wallet_transfer.waits_for_limit');
select pg_temp.has('rule', 'wallet_transfer.wallet_transfer_waits_for_limit wallet_transfer.wallet_transfer_counts_from');
select pg_temp.has('index', 'wallet_transfer_counts_from');
select pg_temp.has('function', 'wallet_loads_since immediate_wallet_loads_of wallet_loads_waiting');
