-- Who has no second factor confirms some changes with the password.
alter table ceremony drop constraint ceremony_level_check,
  add constraint ceremony_level_check check (level in ('S1', 'S2', 'S3', 'password'));
alter table step_up_grant drop constraint step_up_grant_level_check,
  add constraint step_up_grant_level_check check (level in ('S1', 'S2', 'S3', 'password'));
