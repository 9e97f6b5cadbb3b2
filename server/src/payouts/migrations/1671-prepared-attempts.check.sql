select pg_temp.has('column', 'payout.prepared');
select pg_temp.has('index', 'payout_attempt_open');
