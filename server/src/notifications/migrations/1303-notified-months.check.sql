select pg_temp.has('table', 'notified_event notified_event_first notified_event_other');
select pg_temp.has('unique', 'notified_event_pkey');
select pg_temp.has('wall', 'notified_event notified_event_first notified_event_other');
select pg_temp.has('policy', 'notified_event.tenant');
select pg_temp.has_not('policy', 'notified_event_first.tenant');
select pg_temp.has('index', 'notification_by_news');
do $$ begin
  assert not exists (select from notified_event where tableoid <> 'notified_event_first'::regclass),
    'an earlier row is not in notified_event_first';
end $$;
