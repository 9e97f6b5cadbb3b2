select pg_temp.has('table', 'seller seller_code');
select pg_temp.has('index', 'seller_by_recruiter seller_code_by_company seller_code_by_owner');
select pg_temp.has('wall', 'seller seller_code');
select pg_temp.has('policy', 'seller.tenant seller_code.tenant');
select pg_temp.has('rule', 'app_user.app_user_seller_code seller.seller_check seller.seller_company_id_fkey
  seller.seller_recruited_by_fkey seller.seller_user_id_fkey seller_code.seller_code_check
  seller_code.seller_code_check1 seller_code.seller_code_code_check
  seller_code.seller_code_code_key seller_code.seller_code_company_id_fkey
  seller_code.seller_code_max_uses_check seller_code.seller_code_owner_id_fkey');
