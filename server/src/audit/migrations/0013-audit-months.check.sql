select pg_temp.has('table', 'audit audit_first audit_other');
select pg_temp.has('index', 'audit_by_company audit_by_actor audit_by_object');
select pg_temp.has('wall', 'audit audit_first audit_other');
select pg_temp.has('policy', 'audit.tenant audit.written');
select pg_temp.has_not('policy', 'audit_first.tenant audit_first.written');
select pg_temp.has('rule', 'audit.audit_actor_kind_check');
select pg_temp.has('history', 'audit audit_first audit_other');
select pg_temp.has('trigger', 'audit.audit_stays audit_first.audit_stays audit_other.audit_stays');
do $$ begin
  assert not exists (select from pg_inherits i where i.inhparent = 'audit'::regclass and not exists (
    select from pg_trigger t where t.tgrelid = i.inhrelid and t.tgname = 'audit_stays')), 'rows of a month of the audit can be changed';
  assert not exists (select from audit where tableoid <> 'audit_first'::regclass), 'an earlier entry is not in audit_first';
end $$;
