select pg_temp.has('table', 'load_reversal');
select pg_temp.has('index', 'load_reversal_by_load load_reversal_pending');
select pg_temp.has('unique', 'load_reversal_once');
select pg_temp.has('wall', 'load_reversal');
select pg_temp.has('policy', 'load_reversal.tenant');
select pg_temp.has('rule', 'load_reversal.load_reversal_status_check load_reversal.load_reversal_ended_check');
do $$ begin
  assert exists (select from plan_table where name = 'load_reversal'::regclass), 'no plan may write the table';
end $$;
