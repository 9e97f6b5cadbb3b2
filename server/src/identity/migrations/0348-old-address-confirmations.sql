-- The team confirms a change of e-mail in place of an old address that the person cannot read any more. The change is
-- made at due_at, and the old address can stop it until then.
alter table email_change
  add column team_confirmed_at timestamptz,
  add column team_confirmed_by uuid references app_user,
  add column due_at timestamptz,
  add constraint email_change_team_check check (
    (team_confirmed_at is null) = (team_confirmed_by is null) and (team_confirmed_at is null) = (due_at is null)
    and (due_at is null or due_at > team_confirmed_at)),
  drop constraint email_change_cancelled_by_check,
  add constraint email_change_cancelled_by_check
    check (cancelled_by in ('person', 'old_address', 'replaced', 'expired', 'password_changed', 'address_used'));
