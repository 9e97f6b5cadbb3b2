select pg_temp.has('policy', 'fee_schedule.platform');
select pg_temp.has('rule', 'fee_schedule.fee_schedule_base fee_schedule.fee_schedule_level');
do $$ begin
  assert not exists (select from fee_schedule where way <> 'operator' or level <> 0 or base_id is not null),
    'a schedule before the ways is not the operator''s';
end $$;
select pg_temp.has('function', 'fee_schedule_source fee_schedule_starts');
select pg_temp.has('index', 'fee_schedule_by_start fee_schedule_of_owner');
