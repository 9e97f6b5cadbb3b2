-- Who removed the last friend of a person, while another friend registered, did not see the other: both were written, and
-- the person was no referrer. The person's row is locked first, and the next statement sees what others have written.
create or replace function follow_referrals() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before uuid := case when tg_op <> 'INSERT' then old.referrer_id end;
  after uuid := case when tg_op <> 'DELETE' then new.referrer_id end;
begin
  if before is not distinct from after then return null; end if;
  perform from app_user where id in (before, after) order by id for no key update;
  update app_user u set has_referrals = not u.has_referrals
  where u.id in (before, after)
    and u.has_referrals <> exists (select from app_user r where r.referrer_id = u.id);
  return null;
end $$;

update app_user u set has_referrals = not u.has_referrals
where u.has_referrals <> exists (select from app_user r where r.referrer_id = u.id);
