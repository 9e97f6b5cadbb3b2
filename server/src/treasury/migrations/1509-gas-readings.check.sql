select pg_temp.has('rule', 'treasury_reading.treasury_reading_holding_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'treasury_reading'::regclass
    and conname = 'treasury_reading_holding_check') like '%''gas''%';
end $$;
