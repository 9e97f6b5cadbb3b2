select pg_temp.has('index', 'own_transfer_by_decision');
