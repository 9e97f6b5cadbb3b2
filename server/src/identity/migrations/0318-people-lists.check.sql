select pg_temp.has('column', 'app_user.search_text');
select pg_temp.has('index', 'app_user_people_by_creation app_user_people_by_name
  app_user_all_people_by_creation app_user_all_people_by_name');
