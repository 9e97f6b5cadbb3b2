-- The second factor that a login by an e-mailed code waits for. It is no `login`, whose password was shown: only that one
-- may start the recovery of lost factors.
alter table ceremony drop constraint ceremony_purpose_check;
alter table ceremony add constraint ceremony_purpose_check
  check (purpose in ('login', 'otp_login', 'otp_factor', 'unlock', 'step_up', 'enrol'));
alter table ceremony drop constraint ceremony_check;
alter table ceremony drop constraint ceremony_check1;
alter table ceremony add constraint ceremony_secret_check
  check ((purpose in ('login', 'otp_login', 'otp_factor')) = (secret_hash is not null));
alter table ceremony add constraint ceremony_step_up_check
  check ((purpose = 'step_up') = (level is not null and action is not null and object_hash is not null));
