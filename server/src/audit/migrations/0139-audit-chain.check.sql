select pg_temp.has('table', 'audit_leaf audit_leaf_first audit_leaf_other audit_block');
select pg_temp.has('wall', 'audit_leaf audit_leaf_first audit_leaf_other');
select pg_temp.has('policy', 'audit_leaf.all_tenants');
select pg_temp.has('index', 'audit_leaf_by_height audit_by_action audit_by_refusal');
select pg_temp.has('history', 'audit_leaf audit_block');
select pg_temp.has('trigger', 'audit_leaf.audit_stays audit_leaf_first.audit_stays audit_leaf_other.audit_stays
  audit_block.audit_stays');
select pg_temp.has('rule', 'audit_block.audit_block_height_check audit_block.audit_block_entries_check
  audit_leaf.audit_leaf_first_height_check audit_leaf.audit_leaf_first_leaf_check');
select pg_temp.has('function', 'audit_leaves append_audit_block audit_block_of');
do $$ begin
  assert not has_function_privilege('public', 'append_audit_block(bigint, bytea, bytea, text, bytea, timestamptz, text,
    bytea, uuid[], bytea)', 'execute'), 'anybody may append a block';
end $$;
