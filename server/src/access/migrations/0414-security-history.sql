-- A person's security log and their consents are added to and never changed. They go with the person only: the removal of
-- the demo's people deletes those, and the rows follow.
alter table security_event drop constraint security_event_user_id_fkey,
  add constraint security_event_user_id_fkey foreign key (user_id) references app_user on delete cascade;
alter table profiling_consent drop constraint profiling_consent_user_id_fkey,
  add constraint profiling_consent_user_id_fkey foreign key (user_id) references app_user on delete cascade;
select only_added_to('security_event');
select only_added_to('profiling_consent');
