select pg_temp.has('function', 'hidden_companies');
select pg_temp.has('index', 'company_hidden');
