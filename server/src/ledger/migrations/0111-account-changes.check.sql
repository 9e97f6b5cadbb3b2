select pg_temp.has('table', 'account_change');
select pg_temp.has('wall', 'account_change');
select pg_temp.has('history', 'account_change');
select pg_temp.has('policy', 'account_change.tenant');
select pg_temp.has('trigger', 'account_change.history_stays');
select pg_temp.has('rule', 'account_change.account_change_number_check account_change.account_change_id_key');
select pg_temp.has('function',
  'record_account_changes open_accounts close_accounts set_allowance assign_accounts');
do $$ begin
  assert (select count(*) from account_change) = (select count(*) from account), 'an account has no recorded facts';
  assert (select count(*) from unsigned_entry where kind = 'a') = (select count(*) from account_change),
    'recorded facts are not queued';
  assert not exists (select from pg_proc, aclexplode(proacl) g where proname = 'record_account_changes'
    and g.grantee <> proowner), 'others than the owner may record facts';
end $$;
