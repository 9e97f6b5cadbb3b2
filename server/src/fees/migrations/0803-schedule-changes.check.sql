select pg_temp.has('function', 'fee_versions_near add_fee_versions');
