select pg_temp.has('table', 'own_transfer');
select pg_temp.has('index', 'own_transfer_waiting own_transfer_by_asset own_transfer_by_company own_transfer_by_block');
select pg_temp.has('wall', 'own_transfer');
select pg_temp.has('policy', 'own_transfer.tenant');
select pg_temp.has('rule', 'own_transfer.own_transfer_company_id_fkey
  own_transfer.own_transfer_network_tx_hash_log_index_block_hash_key
  own_transfer.own_transfer_from_account_check own_transfer.own_transfer_to_account_check
  own_transfer.own_transfer_outcome_check own_transfer.own_transfer_check own_transfer.own_transfer_check1');
do $$ begin
  assert exists (select from plan_table where name = 'own_transfer'::regclass), 'no plan may write the table';
end $$;
