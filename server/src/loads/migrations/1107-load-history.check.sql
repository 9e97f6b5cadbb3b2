select pg_temp.has('history', 'load_history');
