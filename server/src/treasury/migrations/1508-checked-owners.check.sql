select pg_temp.has('trigger', 'card.is_new_owner company.is_new_owner app_user.is_new_owner');
