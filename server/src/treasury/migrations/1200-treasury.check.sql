select pg_temp.has('table', 'identity_finding');
select pg_temp.has('index', 'identity_finding_by_time');
select pg_temp.has('unique', 'identity_finding_once');
select pg_temp.has('wall', 'identity_finding');
select pg_temp.has('policy', 'identity_finding.tenant');
select pg_temp.has('rule', 'identity_finding.identity_finding_check identity_finding.identity_finding_identity_check
  identity_finding.identity_finding_status_check');
