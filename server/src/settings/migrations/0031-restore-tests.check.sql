select pg_temp.has('table', 'restore_test');
