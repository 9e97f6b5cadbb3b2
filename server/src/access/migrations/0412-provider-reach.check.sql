select pg_temp.has('table', 'provider_reach');
select pg_temp.has('wall', 'provider_reach');
select pg_temp.has('policy', 'provider_reach.tenant');
select pg_temp.has('rule', 'provider_reach.provider_reach_company_id_fkey
  provider_reach.provider_reach_listed_by_fkey provider_reach.provider_reach_user_id_fkey');
select pg_temp.has('function', 'companies_of_role find_session');
