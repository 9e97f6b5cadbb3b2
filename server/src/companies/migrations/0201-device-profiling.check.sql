select pg_temp.has('column', 'company.device_profiling');
select pg_temp.has('function', 'has_device_profiling');
