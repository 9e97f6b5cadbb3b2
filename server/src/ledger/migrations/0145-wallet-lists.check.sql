select pg_temp.has('index', 'account_wallets account_wallets_of_company account_company_wallets wallet_line_by_effect');
select pg_temp.has('function', 'find_subjects last_line_before');
do $$ begin
  assert not has_function_privilege('public', 'find_subjects(uuid[])', 'execute'), 'everybody may call find_subjects';
  assert not has_function_privilege('public', 'last_line_before(uuid, text, timestamptz)', 'execute'),
    'everybody may call last_line_before';
end $$;
