select pg_temp.has('table', 'audit');
select pg_temp.has('index', 'audit_by_actor audit_by_company audit_by_object');
select pg_temp.has('wall', 'audit');
select pg_temp.has('policy', 'audit.tenant');
select pg_temp.has('rule', 'audit.audit_actor_kind_check');
select pg_temp.has('function', 'audit_stays');
select pg_temp.has('trigger', 'audit.audit_stays');
select pg_temp.has('history', 'audit');
