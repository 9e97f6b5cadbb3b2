select pg_temp.has('function', 'close_accounts find_balances find_postings move_accounts set_allowance');
