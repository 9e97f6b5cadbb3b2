select pg_temp.has('table', 'treasury_operation');
select pg_temp.has('index', 'treasury_operation_by_company treasury_operation_in_order treasury_operation_in_transit
  treasury_operation_by_reference treasury_operation_by_funding');
select pg_temp.has('wall', 'treasury_operation');
select pg_temp.has('policy', 'treasury_operation.tenant');
select pg_temp.has('rule', 'treasury_operation.treasury_operation_wire_status
  treasury_operation.treasury_operation_conversion treasury_operation.treasury_operation_return
  treasury_operation.treasury_operation_resolution');
do $$ begin
  assert exists (select from plan_table where name = 'treasury_operation'::regclass), 'no plan may write the table';
end $$;
