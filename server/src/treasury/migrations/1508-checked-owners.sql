-- Refuses a new card, company or person whose id another kind of owner has, or has accounts by (0158).
create constraint trigger is_new_owner after update of id or insert on card
  for each row execute function check_new_owner();
create constraint trigger is_new_owner after update of id or insert on company
  for each row execute function check_new_owner();
create constraint trigger is_new_owner after update of id or insert on app_user
  for each row execute function check_new_owner();
