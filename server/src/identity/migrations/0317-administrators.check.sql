select pg_temp.has('column', 'app_user.passkey_required');
select pg_temp.has('index', 'app_user_staff_by_creation app_user_staff_by_email');
select pg_temp.has('rule', 'one_time_link.one_time_link_kind_check');
select pg_temp.has('function', 'plain_text');
