select pg_temp.has('column', 'treasury_operation.reference_key');
select pg_temp.has('index', 'treasury_operation_reference');
