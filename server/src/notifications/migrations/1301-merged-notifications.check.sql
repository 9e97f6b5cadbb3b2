select pg_temp.has('table', 'notified_event');
select pg_temp.has('column', 'notification.news_id notification.subject_id');
select pg_temp.has('unique', 'notification_by_subject');
select pg_temp.has('wall', 'notified_event');
select pg_temp.has('policy', 'notified_event.tenant');
do $$ begin
  assert not exists (select from notification n where not exists (
    select from notified_event e where e.event_id = n.event_id and e.user_id = n.user_id)), 'a notification was not carried over';
end $$;
