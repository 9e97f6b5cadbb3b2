select pg_temp.has('column', 'wallet_transfer.card_holder_id wallet_transfer.is_crediting wallet_transfer.part
  wallet_transfer.waits_for_float wallet_transfer.ended_at wallet_transfer.refusal wallet_transfer.cancelled_by
  wallet_transfer.cancel_reason');
select pg_temp.has('rule', 'wallet_transfer.wallet_transfer_kind_check wallet_transfer.wallet_transfer_status_check
  wallet_transfer.wallet_transfer_to_kind_check wallet_transfer.wallet_transfer_kind_rules_check
  wallet_transfer.wallet_transfer_card_check');
select pg_temp.has('index', 'wallet_transfer_by_card_holder wallet_transfer_waiting');
select pg_temp.has('function', 'wallet_loads_since has_wallet_load awaits_wallet_load wallet_loads_waiting wallet_loads_of');
