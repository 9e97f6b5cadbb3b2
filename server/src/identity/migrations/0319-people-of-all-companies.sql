-- The indexes for readers of all companies have every person: as partial ones they were so small that the planner chose
-- them for a reader of one company too, and read the people of all others for nothing.
drop index app_user_all_people_by_creation;
drop index app_user_all_people_by_name;
create index app_user_by_creation on app_user (created_at desc, id desc);
create index app_user_by_name on app_user (search_text, id);
