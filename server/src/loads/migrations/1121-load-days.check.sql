select pg_temp.has('table', 'load_day load_day_progress');
select pg_temp.has('index', 'load_day_by_day load_by_acceptance load_by_company_acceptance load_waiting_for_people');
select pg_temp.has('wall', 'load_day');
select pg_temp.has('policy', 'load_day.tenant');
select pg_temp.has('rule', 'load_day_progress.load_day_progress_only_row_check');
do $$ begin
  assert (select count(*) from load_day_progress where summed_to is null) = 1, 'the progress has no row';
end $$;
