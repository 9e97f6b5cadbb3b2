select pg_temp.has('unique', 'issuer_transfer_pkey issuer_history_row_issuer_transfer_id_key');
select pg_temp.has('rule', 'credit_decision.credit_decision_issuer_transfer_id_fkey
  issuer_history_row.issuer_history_row_issuer_transfer_id_fkey issuer_transfer.issuer_transfer_load_id_fkey
  issuer_transfer.issuer_transfer_review_from_check issuer_transfer.issuer_transfer_review_reason_check');
do $$ begin
  assert not exists (select from pg_constraint where conname ~ 'issuer_move|_move_id_'), 'a constraint has its old name';
end $$;
