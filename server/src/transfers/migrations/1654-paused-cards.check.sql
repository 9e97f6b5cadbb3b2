select pg_temp.has('column', 'wallet_transfer.waits_for_card');
select pg_temp.has('rule', 'wallet_transfer.wallet_transfer_waits_for_card');
