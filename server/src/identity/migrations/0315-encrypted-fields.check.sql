select pg_temp.has('column', 'app_user.encrypted');
select pg_temp.has_not('column', 'app_user.sealed');
