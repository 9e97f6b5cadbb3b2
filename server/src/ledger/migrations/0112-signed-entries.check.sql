select pg_temp.has('table', 'signed_entry block');
select pg_temp.has('wall', 'signed_entry');
select pg_temp.has('history', 'signed_entry block');
select pg_temp.has('policy', 'signed_entry.all_tenants');
select pg_temp.has('trigger', 'signed_entry.history_stays block.history_stays');
select pg_temp.has('rule', 'signed_entry.signed_entry_number_check signed_entry.signed_entry_kind_check
  signed_entry.signed_entry_salt_check signed_entry.signed_entry_leaf_check signed_entry.signed_once
  block.block_check block.block_last_number_key');
select pg_temp.has('function', 'append_block');
