select pg_temp.has('index', 'settlement_by_status');
