select pg_temp.has('function', 'shares_of_top_up');
