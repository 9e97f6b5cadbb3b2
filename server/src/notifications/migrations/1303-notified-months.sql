-- Events that a person was told of, in months: a month of them goes when the events of that month are gone.
alter table notified_event rename to notified_event_first;
alter index notified_event_pkey rename to notified_event_first_pkey;
create table notified_event (like notified_event_first including defaults, primary key (event_id, user_id))
  partition by range (event_id);
select protect('notified_event', 'user_id');
select begin_months('notified_event', 'notified_event_first', 'event_id', 6);

-- Old notifications are found by what was heard last of them.
create index notification_by_news on notification (news_id);
