-- People who came with the reader's referral code. A cardholder sees no other person (permissions §1), so they are initials
-- and a day, and no policy shows the rows.
create function friends_of_referrer(p_before uuid, p_most int)
  returns table (id uuid, initials text, joined_at timestamptz, has_seller boolean)
language sql stable security definer set search_path = public, pg_temp rows 50 as $$
  select u.id, left(u.first_name, 1) || '. ' || left(u.last_name, 1) || '.', u.created_at,
    u.seller_one_id is not null or u.seller_two_id is not null
  from app_user u
  where u.referrer_id = (select nullif(current_setting('app.user', true), ''))::uuid
    and (p_before is null or u.id < p_before)
  order by u.id desc
  limit p_most
$$;
select callable_by_app('friends_of_referrer(uuid, int)');

-- How many they are, up to a number.
create function count_friends_of_referrer(p_most int) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from (
    select from app_user u
    where u.referrer_id = (select nullif(current_setting('app.user', true), ''))::uuid limit p_most
  ) found
$$;
select callable_by_app('count_friends_of_referrer(int)');
