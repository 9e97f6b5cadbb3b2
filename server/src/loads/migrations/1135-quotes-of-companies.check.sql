select pg_temp.has('index', 'load_by_company_quote');
