select pg_temp.has('index', 'load_by_parent');
