select pg_temp.has('table', 'clock event idempotency job');
select pg_temp.has('index', 'event_by_company event_by_user job_due');
select pg_temp.has('rule', 'clock.clock_only_row_check job.job_key_key');
select pg_temp.has('function', 'clock_only_grows protect');
select pg_temp.has('trigger', 'clock.clock_only_grows');
do $$ begin
  assert (select offset_ms from clock) = 0, 'business time does not start at real time';
end $$;
