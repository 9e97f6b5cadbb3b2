-- What a person was told, once for each event.
create table notification (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  event_id uuid not null,
  kind text not null,
  facts jsonb not null,
  path text,
  read_at timestamptz,
  at timestamptz not null,
  unique (event_id, user_id)
);
create index notification_by_user on notification (user_id, id desc);
create index notification_unread on notification (user_id) where read_at is null;
select protect('notification', 'user_id');
