select pg_temp.has('table', 'credit_decision issuer_history_row');
select pg_temp.has('column', 'issuer_move.attempts issuer_move.credit_before_mills issuer_move.is_explained
  issuer_move.quiet_at issuer_move.review_at issuer_move.review_from
  issuer_move.review_reason issuer_move.sent_at issuer_move.spent_before_mills
  issuer_move.spent_from load.credit_review');
select pg_temp.has_not('column', 'issuer_move.calls issuer_move.purpose issuer_move.reads issuer_move.reference');
select pg_temp.has('index', 'issuer_history_row_by_card');
select pg_temp.has('unique', 'credit_decision_open issuer_move_has_card');
select pg_temp.has_not('index', 'issuer_move_asks_once issuer_move_by_reference issuer_move_taken_back');
select pg_temp.has('wall', 'credit_decision issuer_history_row');
select pg_temp.has('policy', 'credit_decision.tenant issuer_history_row.tenant');
select pg_temp.has('rule', 'credit_decision.credit_decision_check credit_decision.credit_decision_check1
  credit_decision.credit_decision_check2 credit_decision.credit_decision_choice_check
  credit_decision.credit_decision_move_id_fkey issuer_history_row.issuer_history_row_check
  issuer_history_row.issuer_history_row_move_id_fkey
  issuer_history_row.issuer_history_row_move_id_key
  issuer_history_row.issuer_history_row_row_id_key
  issuer_history_row.issuer_history_row_status_check
  issuer_history_row.issuer_history_row_type_check issuer_move.issuer_move_review_check
  issuer_move.issuer_move_review_from_check issuer_move.issuer_move_review_reason_check
  issuer_move.issuer_move_status_check');
select pg_temp.has_not('rule', 'issuer_move.issuer_move_purpose_check');
do $$ begin
  assert (select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'issuer_move'::regclass
    and conname = 'issuer_move_status_check') like '%''checking''%''sent''%''applied''%''review''%';
end $$;
do $$ begin
  assert not exists (select from issuer_move where status = 'unknown' or (status = 'review' and sent_at is null)), 'an unknown outcome is not in review';
end $$;
