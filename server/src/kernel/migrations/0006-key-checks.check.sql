select pg_temp.has('table', 'key_check');
select pg_temp.has('rule', 'key_check.key_check_answer_check');
select pg_temp.has('history', 'key_check');
