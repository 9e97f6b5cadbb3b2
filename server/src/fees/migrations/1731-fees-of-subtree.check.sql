select pg_temp.has('function', 'fees_of_subtree');
