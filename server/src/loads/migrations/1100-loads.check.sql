select pg_temp.has('table', 'chain_block chain_transfer issuer_move load load_history');
select pg_temp.has('index', 'chain_transfer_by_load chain_transfer_waiting load_by_card_day load_by_company
  load_by_status load_by_user load_history_by_load load_open load_release');
select pg_temp.has('wall', 'chain_transfer issuer_move load load_history');
select pg_temp.has('policy', 'chain_transfer.tenant issuer_move.tenant load.tenant load_history.tenant');
select pg_temp.has('rule', 'chain_transfer.chain_transfer_load_id_fkey
  chain_transfer.chain_transfer_network_tx_hash_log_index_block_hash_key
  chain_transfer.chain_transfer_status_check issuer_move.issuer_move_load_id_fkey
  issuer_move.issuer_move_load_id_part_key issuer_move.issuer_move_reference_key
  issuer_move.issuer_move_status_check load.load_address_key load.load_decimals_check
  load.load_due_units_check load.load_exception_check load.load_gross_cents_check
  load.load_kind_check load.load_mid_rate_check load.load_net_cents_check
  load.load_parent_id_fkey load.load_rate_check load.load_ref_key load.load_speed_check
  load.load_status_check load_history.load_history_load_id_fkey');
