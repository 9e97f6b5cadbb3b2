select pg_temp.has('wall', 'event idempotency');
select pg_temp.has('policy', 'event.tenant event.written idempotency.everything idempotency.written');
select pg_temp.has('function', 'only_added_to');
select pg_temp.has('history', 'event idempotency migration');
