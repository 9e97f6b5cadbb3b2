select pg_temp.has('table', 'card_transaction issuer_cursor issuer_event payment_break payment_event');
select pg_temp.has('index', 'card_transaction_by_card card_transaction_by_company card_transaction_by_payment
  card_transaction_by_user card_transaction_floating issuer_event_by_time
  payment_break_by_time payment_event_by_payment');
select pg_temp.has('unique', 'card_transaction_beside');
select pg_temp.has('wall', 'card_transaction issuer_event payment_break payment_event');
select pg_temp.has('policy', 'card_transaction.tenant issuer_event.everything payment_break.tenant
  payment_event.tenant');
select pg_temp.has('rule', 'card_transaction.card_transaction_check card_transaction.card_transaction_check1
  card_transaction.card_transaction_check2 card_transaction.card_transaction_check3
  card_transaction.card_transaction_held_cents_check
  card_transaction.card_transaction_issuer_transaction_id_key
  card_transaction.card_transaction_load_id_key
  card_transaction.card_transaction_payment_id_fkey
  card_transaction.card_transaction_purpose_check
  card_transaction.card_transaction_status_check issuer_event.issuer_event_about_check
  issuer_event.issuer_event_event_id_key issuer_event.issuer_event_source_check
  payment_break.payment_break_class_check
  payment_break.payment_break_class_issuer_transaction_id_key
  payment_break.payment_break_payment_id_fkey
  payment_event.payment_event_amount_cents_check
  payment_event.payment_event_issuer_event_id_key
  payment_event.payment_event_payment_id_fkey payment_event.payment_event_type_check');
