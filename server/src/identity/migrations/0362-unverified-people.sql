-- One person in eight has not confirmed the e-mail: to count or to find them, lists read eight times as many rows.
create index app_user_unverified on app_user (created_at desc, id desc) include (company_id)
  where active and email_verified_at is null and role_id in (2, 7, 8);
create index app_user_unverified_by_company on app_user (company_id, created_at desc, id desc)
  where active and email_verified_at is null and role_id in (2, 7, 8);
