select pg_temp.has('rule', 'fee_schedule.fee_schedule_transfer_switch');
