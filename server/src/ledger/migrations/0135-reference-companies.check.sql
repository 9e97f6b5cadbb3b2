select pg_temp.has('function', 'assign_accounts');
select pg_temp.has('index', 'daily_total_by_day');
do $$ begin
  assert not exists (select from ref_balance r join account a on a.id = r.account_id
    where r.company_id is distinct from a.company_id), 'a reference is in another company than its account';
  assert (select prosecdef from pg_proc where proname = 'assign_accounts'), 'accounts are assigned as the caller';
  assert not has_function_privilege('public', 'assign_accounts(uuid, uuid, timestamptz)', 'execute'),
    'anybody may assign accounts';
end $$;
