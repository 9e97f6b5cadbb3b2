-- An administrator is invited by a link, and may have to enrol a passkey whatever their company says.
alter table one_time_link drop constraint one_time_link_kind_check;
alter table one_time_link add constraint one_time_link_kind_check
  check (kind in ('verify_email', 'email_change', 'recover', 'factor_enrolment', 'card_freeze', 'invitation'));
alter table app_user add column passkey_required boolean not null default false;
-- Lists of administrators and sellers, who are few among the people.
create index app_user_staff_by_creation on app_user (company_id, created_at desc, id desc) where role_id <> 2;
create index app_user_staff_by_email on app_user (company_id, email, id) where role_id <> 2;

-- A text for searching: small letters without accents. The database's locale folds only ASCII letters, so the marks are
-- taken off first.
create function plain_text(p_text text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g'))
$$;
select callable_by_app('plain_text(text)');
