select pg_temp.has('table', 'issuer_transfer');
select pg_temp.has('column', 'credit_decision.issuer_transfer_id issuer_history_row.issuer_transfer_id');
select pg_temp.has_not('column', 'credit_decision.move_id issuer_history_row.move_id');
select pg_temp.has('unique', 'issuer_transfer_has_card issuer_transfer_part');
select pg_temp.has_not('index', 'issuer_move_has_card issuer_move_part');
select pg_temp.has('wall', 'issuer_transfer');
select pg_temp.has('policy', 'issuer_transfer.tenant');
select pg_temp.has('rule', 'credit_decision.credit_decision_move_id_fkey issuer_history_row.issuer_history_row_check
  issuer_history_row.issuer_history_row_move_id_fkey
  issuer_history_row.issuer_history_row_move_id_key
  issuer_transfer.issuer_move_load_id_fkey issuer_transfer.issuer_move_review_from_check
  issuer_transfer.issuer_move_review_reason_check
  issuer_transfer.issuer_transfer_review_check
  issuer_transfer.issuer_transfer_status_check');
do $$ begin
  assert not exists (select from job where payload ? 'moveId'), 'a job has the old name of a transfer';
end $$;
