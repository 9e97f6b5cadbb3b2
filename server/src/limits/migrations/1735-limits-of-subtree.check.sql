select pg_temp.has('function', 'limits_of_subtree emergency_maximums_of_subtree');
