select pg_temp.has('index', 'idempotency_by_time');
select pg_temp.has('function', 'forget_answers');
select pg_temp.has('history', 'idempotency');
