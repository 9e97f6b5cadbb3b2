select pg_temp.has('rule', 'seller_code.seller_code_owned_while_active');
select pg_temp.has('policy', 'seller_code.seller seller.seller');
select pg_temp.has('index', 'seller_code_by_text seller_code_by_creation app_user_referred app_user_sellers_by_name
  app_user_sellers_by_creation');
select pg_temp.has('function', 'referral_code_exists');
do $$ begin
  assert not exists (select from seller_code where owner_id is null), 'a code lost its owner';
end $$;
