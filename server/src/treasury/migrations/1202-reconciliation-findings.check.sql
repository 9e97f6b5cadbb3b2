select pg_temp.has('wall', 'reconciliation_finding');
select pg_temp.has_not('table', 'identity_finding');
select pg_temp.has('column', 'reconciliation_finding.invariant');
select pg_temp.has_not('column', 'reconciliation_finding.identity');
select pg_temp.has('policy', 'reconciliation_finding.tenant');
select pg_temp.has('index', 'reconciliation_finding_by_time');
select pg_temp.has('unique', 'reconciliation_finding_once reconciliation_finding_pkey');
select pg_temp.has('rule', 'reconciliation_finding.reconciliation_finding_check
  reconciliation_finding.reconciliation_finding_invariant_check reconciliation_finding.reconciliation_finding_status_check');
do $$ begin
  assert not exists (select from pg_class where relname like 'identity\_finding%'), 'an index has its old name';
end $$;
