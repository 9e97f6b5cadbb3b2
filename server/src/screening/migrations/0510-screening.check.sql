select pg_temp.has('table', 'screening_check');
select pg_temp.has('index', 'screening_check_by_user');
select pg_temp.has('wall', 'screening_check');
select pg_temp.has('policy', 'screening_check.tenant');
select pg_temp.has('rule', 'screening_check.screening_check_result_check');
