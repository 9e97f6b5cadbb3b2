select pg_temp.has('index', 'app_user_by_creation app_user_by_name');
select pg_temp.has_not('index', 'app_user_all_people_by_creation app_user_all_people_by_name');
