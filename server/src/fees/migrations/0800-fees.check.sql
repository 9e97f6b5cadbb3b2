select pg_temp.has('table', 'fee_schedule');
select pg_temp.has('wall', 'fee_schedule');
select pg_temp.has('policy', 'fee_schedule.tenant');
select pg_temp.has('rule', 'fee_schedule.fee_schedule_company_id_version_key
  fee_schedule.fee_schedule_immediate_hundredths_bp_check
  fee_schedule.fee_schedule_regular_hundredths_bp_check
  fee_schedule.fee_schedule_transfer_hundredths_bp_check');
select pg_temp.has('function', 'effective_fee_schedule fee_schedule_stays fee_schedule_sum');
select pg_temp.has('trigger', 'fee_schedule.fee_schedule_stays fee_schedule.fee_schedule_sum');
do $$ begin
  assert (select count(*) = 1 from fee_schedule), 'the first fees are missing';
end $$;
