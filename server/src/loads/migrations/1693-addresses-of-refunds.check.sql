select pg_temp.has('column', 'load.address_requested_at');
select pg_temp.has('rule', 'load.load_address_requested');
