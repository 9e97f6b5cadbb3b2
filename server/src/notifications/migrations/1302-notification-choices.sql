-- What a person chose to hear of, and where. No row: as the contract has it.
create table notification_choice (
  user_id uuid not null,
  company_id uuid not null,
  topic text not null,
  in_app boolean not null,
  email boolean not null,
  primary key (user_id, topic)
);
select protect('notification_choice', 'user_id');
