-- An administrator resets a password to the default one of the installation. It opens no session: until this instant
-- (real time) it leads to the page where the person chooses another.
alter table app_user add column default_password_until timestamptz;
alter table one_time_link drop constraint one_time_link_kind_check;
alter table one_time_link add constraint one_time_link_kind_check
  check (kind in ('verify_email', 'email_change', 'email_change_old', 'recover', 'factor_enrolment', 'card_freeze',
    'invitation', 'default_password'));
