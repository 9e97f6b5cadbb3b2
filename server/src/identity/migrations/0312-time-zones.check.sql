select pg_temp.has('column', 'app_user.time_zone');
select pg_temp.has('rule', 'app_user.app_user_time_zone_check');
