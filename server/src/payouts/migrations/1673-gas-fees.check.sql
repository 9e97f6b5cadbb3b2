select pg_temp.has('table', 'gas_fee gas_day');
select pg_temp.has('unique', 'gas_fee_pkey gas_day_network_day_key');
select pg_temp.has('wall', 'gas_fee gas_day');
select pg_temp.has('policy', 'gas_fee.all_tenants gas_day.tenant');
do $$ begin
  assert exists (select from plan_table where name = 'gas_day'::regclass), 'no plan may write the table';
end $$;
