select pg_temp.has('function', 'check_status guard_status');
