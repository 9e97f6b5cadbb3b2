select pg_temp.has('column', 'app_user.has_referrals');
select pg_temp.has('index', 'app_user_referrers_by_name app_user_referrers_by_creation');
select pg_temp.has('function', 'follow_referrals');
select pg_temp.has('trigger', 'app_user.has_referrals');
do $$ begin
  assert not exists (
    select from app_user u
    where u.has_referrals <> exists (select from app_user r where r.referrer_id = u.id)
  ), 'a person is wrongly listed as a referrer';
end $$;
