select pg_temp.has('index', 'app_user_inactive app_user_inactive_by_company');
