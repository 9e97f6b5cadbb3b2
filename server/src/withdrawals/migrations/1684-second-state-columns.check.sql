select pg_temp.has('column', 'status_transition.column_name');
select pg_temp.has('rule', 'status_transition.status_transition_once');
select pg_temp.has('function', 'check_status check_state guard_state');
do $$ begin
  assert not exists (select from status_transition where column_name <> 'status'), 'a transition is of no status';
end $$;
