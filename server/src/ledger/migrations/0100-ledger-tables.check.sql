select pg_temp.has('table', 'account journal ledger_batch ledger_break plan_table posting ref_balance wallet_line');
select pg_temp.has('index', 'account_by_company account_by_owner journal_by_subject journal_by_tx
  ledger_break_by_time posting_by_journal ref_balance_by_ref ref_balance_open
  wallet_line_by_journal');
select pg_temp.has('unique', 'journal_reversed_once');
select pg_temp.has('wall', 'account journal ledger_batch ledger_break posting ref_balance wallet_line');
select pg_temp.has('policy', 'account.tenant journal.everything ledger_batch.everything ledger_break.tenant
  posting.tenant ref_balance.tenant wallet_line.tenant');
select pg_temp.has('rule', 'account.account_check account.account_class_check
  account.account_code_asset_owner_id_key account.account_side_check journal.journal_idem
  journal.journal_names_its_break ledger_break.ledger_break_class_check
  posting.posting_amount_check ref_balance.ref_balance_balance_check
  wallet_line.wallet_line_wallet_check');
select pg_temp.has('function', 'append_only callable_by_app history_stays only_readable');
select pg_temp.has('trigger', 'account.account_is_what_it_is account.account_stays journal.history_stays
  ledger_break.history_stays posting.history_stays wallet_line.history_stays');
select pg_temp.has('history', 'account journal ledger_batch ledger_break plan_table posting ref_balance wallet_line');
