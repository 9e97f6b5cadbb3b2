select pg_temp.has('function', 'latest_time record_account_changes open_accounts set_allowance');
do $$ begin
  assert (select count(*) from pg_proc
    where proname in ('record_account_changes', 'open_accounts', 'set_allowance')) = 3, 'a function is there twice';
  assert not exists (select from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) g
    where proname in ('latest_time', 'record_account_changes', 'open_accounts') and g.grantee <> proowner),
    'others than the owner may record facts or open accounts';
  assert not exists (select from account_change
    where not isfinite(at) or not isfinite(coalesce(closed_at, at))), 'facts have a time that no block can sign';
end $$;
