select pg_temp.has('function', 'transfer_terms plan_insert guard_status');
