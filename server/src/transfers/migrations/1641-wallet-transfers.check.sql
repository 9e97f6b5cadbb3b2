select pg_temp.has('table', 'wallet_transfer');
select pg_temp.has('unique', 'wallet_transfer_reversed_once');
select pg_temp.has('index', 'wallet_transfer_by_company wallet_transfer_in_order wallet_transfer_by_company_total wallet_transfer_by_total
  wallet_transfer_by_company_status wallet_transfer_by_sender wallet_transfer_by_receiver');
select pg_temp.has('wall', 'wallet_transfer');
select pg_temp.has('policy', 'wallet_transfer.tenant');
do $$ begin
  assert exists (select from plan_table where name = 'wallet_transfer'::regclass), 'no plan may write the table';
end $$;
