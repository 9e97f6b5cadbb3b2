select pg_temp.has('table', 'daily_total total_progress');
select pg_temp.has('wall', 'daily_total');
select pg_temp.has('policy', 'daily_total.all_tenants');
select pg_temp.has('history', 'daily_total total_progress');
select pg_temp.has('index', 'posting_by_effect');
select pg_temp.has('function', 'sum_next_postings');
do $$ begin
  assert (select count(*) from total_progress) = 1, 'nothing says how far the totals are';
  assert not has_function_privilege('public', 'sum_next_postings(int)', 'execute'), 'anybody may sum postings';
end $$;
