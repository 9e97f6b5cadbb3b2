select pg_temp.has('policy', 'load.seller');
