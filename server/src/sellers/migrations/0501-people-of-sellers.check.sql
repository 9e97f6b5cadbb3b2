select pg_temp.has('function', 'people_of_seller show_to_seller');
select pg_temp.has('policy', 'app_user.seller');
