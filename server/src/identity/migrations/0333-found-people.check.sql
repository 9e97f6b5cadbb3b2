select pg_temp.has('index', 'app_user_by_text');
select pg_temp.has('function', 'find_people');
do $$ begin
  assert find_people('nobody has this text', 10) = '{}', 'a scope that is not set finds people';
end $$;
