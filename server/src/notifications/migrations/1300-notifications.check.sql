select pg_temp.has('table', 'notification');
select pg_temp.has('index', 'notification_by_user notification_unread');
select pg_temp.has('wall', 'notification');
select pg_temp.has('policy', 'notification.tenant');
select pg_temp.has('rule', 'notification.notification_event_id_user_id_key');
