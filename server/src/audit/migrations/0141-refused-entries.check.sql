select pg_temp.has('index', 'audit_refused');
