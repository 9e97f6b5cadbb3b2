select pg_temp.has('table', 'audit_key audit_change audit_change_first audit_change_other');
select pg_temp.has('wall', 'audit_change audit_change_first audit_change_other');
select pg_temp.has('policy', 'audit_change.tenant audit_change.written');
select pg_temp.has_not('policy', 'audit_change_first.tenant audit_change_first.written');
select pg_temp.has('history', 'audit_change audit_change_first audit_change_other');
select pg_temp.has('trigger', 'audit_change.audit_stays audit_change_first.audit_stays audit_change_other.audit_stays');
select pg_temp.has('rule', 'audit_change.audit_change_first_number_check audit_change.audit_change_first_before_check
  audit_change.audit_change_first_after_check');
select pg_temp.has('index', 'audit_change_by_entity audit_by_subject');
select pg_temp.has('column', 'audit.device audit.subject_id audit_first.device audit_first.subject_id');
do $$ begin
  assert exists (select from plan_table where name = 'audit_change'::regclass), 'no plan may write the table';
  assert (select prosrc like '%session_id, subject_id)%' and prosrc like '%(r.v ->> 15)::uuid%' from pg_proc
    where oid = 'plan_insert(jsonb, boolean[])'::regprocedure), 'plan_insert does not name the new columns';
  assert not has_function_privilege('public', 'plan_insert(jsonb, boolean[])', 'execute'), 'anybody may call plan_insert';
end $$;
