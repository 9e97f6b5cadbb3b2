select pg_temp.has('table', 'app_user email_change one_time_link throttle');
select pg_temp.has('index', 'app_user_by_company app_user_by_mobile app_user_by_referrer app_user_by_seller_code
  app_user_by_seller_one app_user_by_seller_two email_change_by_company
  email_change_by_user one_time_link_by_expiry one_time_link_by_user throttle_by_window');
select pg_temp.has('wall', 'app_user email_change one_time_link');
select pg_temp.has('policy', 'app_user.tenant email_change.tenant one_time_link.tenant');
select pg_temp.has('rule', 'app_user.app_user_company_id_fkey app_user.app_user_country_check
  app_user.app_user_email_check app_user.app_user_email_key app_user.app_user_gender_check
  app_user.app_user_locale_check app_user.app_user_referral_code_check
  app_user.app_user_referral_code_key app_user.app_user_referrer_id_fkey
  app_user.app_user_role_id_check app_user.app_user_seller_one_id_fkey
  app_user.app_user_seller_two_id_fkey app_user.app_user_username_check
  app_user.app_user_username_key email_change.email_change_check
  email_change.email_change_company_id_fkey email_change.email_change_informed_by_fkey
  email_change.email_change_user_id_fkey one_time_link.one_time_link_check
  one_time_link.one_time_link_company_id_fkey
  one_time_link.one_time_link_email_change_id_fkey one_time_link.one_time_link_kind_check
  one_time_link.one_time_link_user_id_fkey');
