select pg_temp.has('table', 'wallet_load_batch wallet_load_batch_row');
select pg_temp.has('index', 'wallet_load_batch_by_company wallet_load_batch_in_order wallet_load_batch_row_in_order
  wallet_load_batch_row_by_company wallet_load_batch_row_waiting');
select pg_temp.has('wall', 'wallet_load_batch wallet_load_batch_row');
select pg_temp.has('policy', 'wallet_load_batch.tenant wallet_load_batch_row.tenant');
do $$ begin
  assert exists (select from plan_table where name = 'wallet_load_batch_row'::regclass), 'no plan may write the table';
end $$;
