select pg_temp.has('table', 'impersonation');
select pg_temp.has('wall', 'impersonation');
select pg_temp.has('policy', 'impersonation.tenant');
select pg_temp.has('unique', 'impersonation_token_hash_key');
select pg_temp.has('index', 'impersonation_by_company impersonation_by_user impersonation_by_session');
select pg_temp.has('rule', 'impersonation.impersonation_reason_check impersonation.impersonation_check
  impersonation.impersonation_check1 impersonation.impersonation_check2 impersonation.impersonation_company_id_fkey
  impersonation.impersonation_user_id_fkey impersonation.impersonation_admin_id_fkey');
select pg_temp.has('function', 'find_impersonated');
