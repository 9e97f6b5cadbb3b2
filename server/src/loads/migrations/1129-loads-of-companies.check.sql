select pg_temp.has('index', 'load_by_company_person');
select pg_temp.has_not('index', 'load_by_company');
