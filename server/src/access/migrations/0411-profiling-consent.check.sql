select pg_temp.has('table', 'profiling_consent');
select pg_temp.has('index', 'profiling_consent_by_user');
select pg_temp.has('wall', 'profiling_consent');
select pg_temp.has('policy', 'profiling_consent.tenant');
select pg_temp.has('rule', 'profiling_consent.profiling_consent_company_id_fkey
  profiling_consent.profiling_consent_user_id_fkey');
