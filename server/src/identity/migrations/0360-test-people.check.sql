select pg_temp.has('index', 'app_user_test');
select pg_temp.has('function', 'test_people');
do $$ begin
  assert (select count(*) from test_people()) = (select count(*) from app_user where is_test), 'not all test people';
end $$;
