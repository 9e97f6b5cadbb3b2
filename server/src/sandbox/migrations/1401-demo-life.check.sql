select pg_temp.has('rule', 'demo_record.demo_record_kind_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'demo_record'::regclass
    and conname = 'demo_record_kind_check') like '%''life''%';
end $$;
