select pg_temp.has('table', 'notification_choice');
select pg_temp.has('wall', 'notification_choice');
select pg_temp.has('policy', 'notification_choice.tenant');
