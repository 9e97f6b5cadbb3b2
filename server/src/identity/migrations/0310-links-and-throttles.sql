-- Links that add a first factor, and that freeze cards; tries that are counted say whose they are, so that somebody can
-- lift them.
alter table one_time_link drop constraint one_time_link_kind_check;
alter table one_time_link add constraint one_time_link_kind_check
  check (kind in ('verify_email', 'email_change', 'recover', 'factor_enrolment', 'card_freeze'));
alter table throttle add column user_id uuid references app_user;
alter table throttle add column kind text
  check (kind in ('password', 'factor', 'code', 'mail', 'recovery_code'));
create index throttle_by_user on throttle (user_id) where user_id is not null;
