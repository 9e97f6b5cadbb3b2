-- A change of e-mail needs a link to the old address and a link to the new one. A request that was not confirmed before
-- this migration has no link for the old address, so it ends here, and the person requests it again.
alter table email_change
  add column old_confirmed_at timestamptz,
  add column new_confirmed_at timestamptz,
  add column cancelled_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('person', 'old_address', 'replaced', 'expired'));
update email_change set new_confirmed_at = confirmed_at where confirmed_at is not null;
update email_change set cancelled_at = requested_at, cancelled_by = 'replaced' where confirmed_at is null;
alter table email_change
  add constraint email_change_cancelled_check check ((cancelled_at is null) = (cancelled_by is null)),
  add constraint email_change_outcome_check check (confirmed_at is null or cancelled_at is null),
  add constraint email_change_confirmed_check check (confirmed_at is null or new_confirmed_at is not null),
  add column state text not null generated always as (case
    when confirmed_at is not null then 'changed'
    when cancelled_at is not null then 'cancelled'
    else 'pending' end) stored;
-- A newer request replaces an older one.
create unique index email_change_pending on email_change (user_id) where state = 'pending';

alter table one_time_link drop constraint one_time_link_kind_check, drop constraint one_time_link_check;
alter table one_time_link
  add constraint one_time_link_kind_check check (kind in ('verify_email', 'email_change', 'email_change_old',
    'recover', 'factor_enrolment', 'card_freeze', 'invitation')),
  add constraint one_time_link_check
    check ((kind in ('email_change', 'email_change_old')) = (email_change_id is not null));
create index one_time_link_by_email_change on one_time_link (email_change_id) where email_change_id is not null;
