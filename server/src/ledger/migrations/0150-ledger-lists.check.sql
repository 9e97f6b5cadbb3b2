select pg_temp.has('index', 'account_by_code account_of_company_by_code account_closed account_of_asset');
select pg_temp.has('function', 'find_journal_kinds last_posting_before');
do $$ begin
  assert not has_function_privilege('public', 'find_journal_kinds(uuid[])', 'execute'),
    'everybody may call find_journal_kinds';
  assert not has_function_privilege('public', 'last_posting_before(uuid, uuid)', 'execute'),
    'everybody may call last_posting_before';
end $$;
