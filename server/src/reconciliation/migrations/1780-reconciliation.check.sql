select pg_temp.has('table', 'reconcile_run reconcile_record reconcile_break');
select pg_temp.has('index', 'reconcile_run_by_start reconcile_run_by_company reconcile_run_by_status reconcile_break_by_company reconcile_break_by_status
  reconcile_break_by_class reconcile_break_by_age reconcile_break_by_owner reconcile_break_by_run reconcile_break_found
  reconcile_break_by_subject reconcile_break_by_transaction');
select pg_temp.has('unique', 'reconcile_run_alone reconcile_break_once reconcile_run_pkey reconcile_record_pkey
  reconcile_break_pkey');
select pg_temp.has('wall', 'reconcile_run reconcile_record reconcile_break');
select pg_temp.has('policy', 'reconcile_run.tenant reconcile_record.all_tenants reconcile_break.tenant');
