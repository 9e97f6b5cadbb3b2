-- Removes references that are at zero, 90 days after they were opened; gives how many. post_batch reads a reference
-- without a row as zero, so nothing else changes. The age is part of the function: a caller can remove no younger row.
-- Rows that a batch has locked are left for the next call, so that the two never wait for each other.
create function forget_zero_references() returns int language sql security definer set search_path = public, pg_temp as $$
  with removed as (
    delete from ref_balance where ctid = any (array(
      select ctid from ref_balance where balance = 0 and open_since < clock_timestamp() - interval '90 days'
      limit 1000 for update skip locked))
    returning 1)
  select count(*)::int from removed
$$;
select callable_by_app('forget_zero_references()');
