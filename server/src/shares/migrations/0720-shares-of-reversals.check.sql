select pg_temp.has('function', 'share_obstacle');
