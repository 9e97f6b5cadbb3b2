select pg_temp.has('table', 'factor_recovery');
select pg_temp.has('index', 'factor_recovery_by_user');
select pg_temp.has('wall', 'factor_recovery');
select pg_temp.has('policy', 'factor_recovery.tenant');
select pg_temp.has('rule', 'factor_recovery.factor_recovery_check factor_recovery.factor_recovery_company_id_fkey
  factor_recovery.factor_recovery_go_hash_key factor_recovery.factor_recovery_status_check
  factor_recovery.factor_recovery_stop_hash_key
  factor_recovery.factor_recovery_user_id_fkey');
