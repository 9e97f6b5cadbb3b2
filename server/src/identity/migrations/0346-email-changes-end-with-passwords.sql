-- A new password ends a pending change of e-mail: whoever requested it may have known only the earlier password.
alter table email_change drop constraint email_change_cancelled_by_check;
alter table email_change add constraint email_change_cancelled_by_check
  check (cancelled_by in ('person', 'old_address', 'replaced', 'expired', 'password_changed'));
