select pg_temp.has('table', 'approval');
select pg_temp.has('index', 'approval_by_company approval_by_expiry approval_waiting approval_by_maker');
select pg_temp.has('wall', 'approval');
select pg_temp.has('policy', 'approval.tenant');
select pg_temp.has('rule', 'approval.approval_needs_two_people approval.approval_waits_for_its_maker
  approval.approval_has_its_checker approval.approval_is_decided approval.approval_failure approval.approval_has_its_call');
select pg_temp.has('function', 'approval_stays');
select pg_temp.has('trigger', 'approval.approval_stays');
do $$ begin
  assert exists (select from plan_table where name = 'approval'::regclass), 'no plan may write the table';
end $$;
