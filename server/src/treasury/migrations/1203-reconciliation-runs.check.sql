select pg_temp.has('table', 'card_comparison issuer_day reconciliation_run');
select pg_temp.has('index', 'card_comparison_different');
select pg_temp.has('wall', 'card_comparison issuer_day reconciliation_run');
select pg_temp.has('policy', 'card_comparison.tenant issuer_day.all_tenants reconciliation_run.all_tenants');
select pg_temp.has('rule', 'issuer_day.issuer_day_check issuer_day.issuer_day_outcome_check
  reconciliation_finding.reconciliation_finding_invariant_check reconciliation_run.reconciliation_run_check');
do $$ begin
  assert (select count(*) from reconciliation_run) = 7, 'a check has no row';
  assert not exists (select from reconciliation_run where succeeded_at is not null), 'a check has succeeded already';
end $$;
