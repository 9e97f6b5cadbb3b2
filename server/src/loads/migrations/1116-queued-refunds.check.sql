select pg_temp.has('rule', 'load_refund.load_refund_status_check');
select pg_temp.has('index', 'load_refund_open');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'load_refund'::regclass
    and conname = 'load_refund_status_check') like '%''queued''%';
end $$;
