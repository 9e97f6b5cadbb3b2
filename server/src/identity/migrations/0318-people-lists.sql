-- The list of people: cardholders and sellers, by the time of their registration and by name. Readers with all companies
-- need the indexes without a company. One text serves the order by name and the search, in the form of `plain_text`.
alter table app_user add column search_text text not null
  generated always as (plain_text(first_name || ' ' || last_name || ' ' || email || ' ' || username)) stored;
create index app_user_people_by_creation on app_user (company_id, created_at desc, id desc) where role_id in (2, 7, 8);
create index app_user_people_by_name on app_user (company_id, search_text, id) where role_id in (2, 7, 8);
create index app_user_all_people_by_creation on app_user (created_at desc, id desc) where role_id in (2, 7, 8);
create index app_user_all_people_by_name on app_user (search_text, id) where role_id in (2, 7, 8);
