select pg_temp.has('function', 'companies_of_role find_sessions');
select pg_temp.has_not('function', 'find_session');
