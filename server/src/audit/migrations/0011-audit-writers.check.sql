select pg_temp.has('policy', 'audit.written');
