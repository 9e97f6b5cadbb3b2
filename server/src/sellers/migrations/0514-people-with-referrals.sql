-- People whose referral code was used: the list of them reads an index and not every person's friends.
alter table app_user add column has_referrals boolean not null default false;
update app_user u set has_referrals = true where exists (select from app_user r where r.referrer_id = u.id);

create index app_user_referrers_by_name on app_user (company_id, search_text, id) where has_referrals;
create index app_user_referrers_by_creation on app_user (company_id, created_at desc, id desc) where has_referrals;

-- It follows who came with a code, also where a registration that was never confirmed is removed.
create function follow_referrals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'DELETE' and new.referrer_id is not null then
    update app_user set has_referrals = true where id = new.referrer_id and not has_referrals;
  end if;
  if tg_op <> 'INSERT' and old.referrer_id is not null then
    update app_user u set has_referrals = false
    where u.id = old.referrer_id and u.has_referrals
      and not exists (select from app_user r where r.referrer_id = u.id);
  end if;
  return null;
end $$;
revoke execute on function follow_referrals() from public;
create trigger has_referrals after insert or delete or update of referrer_id on app_user
  for each row execute function follow_referrals();
