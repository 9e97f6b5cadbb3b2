-- One row for each payment and load, which says what was heard last. `news_id` orders the list: a row gets a new one, and
-- is unread again, when something happened that the person should see.
alter table notification add column subject_id uuid;
alter table notification add column news_id uuid;
update notification set news_id = id,
  subject_id = case when path ~ '^/(transactions|load)/[0-9a-f-]{36}$' then right(path, 36)::uuid end;
delete from notification older using notification newer
  where older.user_id = newer.user_id and older.subject_id = newer.subject_id and older.event_id < newer.event_id;
alter table notification alter column news_id set not null;
create unique index notification_by_subject on notification (user_id, subject_id) where subject_id is not null;
drop index notification_by_user;
create index notification_by_user on notification (user_id, news_id desc);

-- Events that a person was told of: each counts once, however often it is handed over.
create table notified_event (
  event_id uuid not null,
  user_id uuid not null,
  company_id uuid not null,
  at timestamptz not null,
  primary key (event_id, user_id)
);
insert into notified_event (event_id, user_id, company_id, at) select event_id, user_id, company_id, at from notification;
select protect('notified_event', 'user_id');
