-- A code that was taken away from its owner stays, for the people who came with it, and nobody can register with it.
alter table seller_code alter column owner_id drop not null;
alter table seller_code add constraint seller_code_owned_while_active check (owner_id is not null or not active);

-- A seller one sees the codes of the sellers two whom they recruited.
select show_to_seller('seller_code', 'owner_id');
select show_to_seller('seller', 'user_id');

create index seller_code_by_text on seller_code (company_id, code, id);
create index seller_code_by_creation on seller_code (company_id, created_at desc, id desc);
create index app_user_referred on app_user (company_id, created_at desc, id desc)
  where seller_code_id is not null or seller_one_id is not null or seller_two_id is not null or referrer_id is not null;
create index app_user_sellers_by_name on app_user (company_id, search_text, id) where role_id in (7, 8);
create index app_user_sellers_by_creation on app_user (company_id, created_at desc, id desc) where role_id in (7, 8);

-- A code must not be the referral code of a person of any company: a seller code has priority, so their friends would come
-- to somebody else.
create function referral_code_exists(p_code text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from app_user where referral_code = p_code)
$$;
select callable_by_app('referral_code_exists(text)');
