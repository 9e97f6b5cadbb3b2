select pg_temp.has('function', 'last_uses_for_seller');
