select pg_temp.has('function', 'change_company_parent lowest_tier_below');
