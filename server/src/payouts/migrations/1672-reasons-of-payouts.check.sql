select pg_temp.has('rule', 'payout.payout_reason_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'payout'::regclass
    and conname = 'payout_reason_check') like '%''not_booked''%';
end $$;
