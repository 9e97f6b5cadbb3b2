select pg_temp.has('function', 'find_people');
