-- One person in twenty is inactive: to count or to find them, lists read twenty times as many rows.
create index app_user_inactive on app_user (created_at desc, id desc) include (company_id)
  where not active and role_id in (2, 7, 8);
create index app_user_inactive_by_company on app_user (company_id, created_at desc, id desc)
  where not active and role_id in (2, 7, 8);
