select pg_temp.has('function', 'basis_of_shares is_key_signed');
