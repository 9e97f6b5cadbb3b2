-- Answers under a key go after 13 months, longer than anybody tries again. Rows come in the order of their time, so a
-- summary of each stretch of pages finds the old ones and costs a call next to nothing.
create index idempotency_by_time on idempotency using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Removes some of them; gives how many. The age is fixed here: who may call it can take back nothing younger.
create function forget_answers() returns int language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from idempotency where ctid = any (array(
      select ctid from idempotency where at < clock_timestamp() - interval '13 months' limit 1000))
    returning 1)
  select count(*)::int from gone
$$;
revoke execute on function forget_answers() from public;
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'idempotency'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('grant execute on function forget_answers() to %I', role_name);
  end loop;
end $$;
