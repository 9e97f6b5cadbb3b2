select pg_temp.has('column', 'wallet_adjustment.status wallet_adjustment.card_holder_id wallet_adjustment.part
  wallet_adjustment.ended_at wallet_adjustment.refusal wallet_adjustment.reversal_of wallet_adjustment.reversed_by');
select pg_temp.has('rule', 'wallet_adjustment.wallet_adjustment_owner_kind_check
  wallet_adjustment.wallet_adjustment_wallet_check wallet_adjustment.wallet_adjustment_status_check
  wallet_adjustment.wallet_adjustment_card_check');
select pg_temp.has('index', 'wallet_adjustment_pending');
select pg_temp.has('unique', 'wallet_adjustment_reversal');
