select pg_temp.has('table', 'book_check');
select pg_temp.has('wall', 'book_check');
select pg_temp.has('policy', 'book_check.all_tenants');
select pg_temp.has('history', 'book_check');
select pg_temp.has('function', 'record_book_check');
do $$ begin
  assert not has_function_privilege('public', 'record_book_check(int, timestamptz)', 'execute'),
    'anybody may record a check';
end $$;
