select pg_temp.has('rule', 'load_refund.load_refund_status_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'load_refund'::regclass
    and conname = 'load_refund_status_check') like '%''paid''%';
  assert exists (select from plan_table where name = 'load_refund'::regclass), 'no plan may write the table';
  assert (select count(*) from load_refund where status = 'queued')
    = (select count(*) from job where name = 'loads.order_refund'), 'an approved refund has no job';
end $$;
