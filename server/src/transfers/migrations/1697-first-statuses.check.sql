select pg_temp.has('function', 'guard_status');
