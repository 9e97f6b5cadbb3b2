select pg_temp.has('column', 'card.limit_day_cents card.limit_month_cents card.limit_payment_cents
  card_call.limit_day_cents card_call.limit_month_cents card_call.limit_payment_cents');
select pg_temp.has('unique', 'card_call_one_limit_change');
select pg_temp.has('rule', 'card.card_limit_day_cents_check card.card_limit_month_cents_check
  card.card_limit_payment_cents_check card_call.card_call_kind_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'card_call'::regclass
    and conname = 'card_call_kind_check') like '%''limits''%';
end $$;
