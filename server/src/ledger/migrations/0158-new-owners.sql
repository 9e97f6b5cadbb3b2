-- The app's login could open a wallet for an id that no row had yet, and then make a card with this id: the accounts of the
-- card were refused ever after. A new card, company or person is now refused when another kind of owner has its id, or has
-- accounts by it. The triggers are made where all three tables exist (1507).
--
-- Both sides lock the id, so the one that comes later sees the other. Who opens accounts locks only ids without a row, and
-- shares the lock with others who open accounts.
create function check_new_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owner:' || new.id, 0));
  if (select count(*) from (select id from card union all select id from company union all select id from app_user) o
      where o.id = new.id) > 1
    or exists (select from account a join chart_line l on l.code = a.code and l.has_asset = (a.asset is not null)
      where a.owner_id = new.id and not l.owner_kinds && owner_kinds_of(new.id)) then
    raise exception 'another kind of owner has the id % of this %', new.id, tg_table_name using errcode = 'LG002';
  end if;
  return null;
end $$;
revoke execute on function check_new_owner() from public;

do $do$
declare
  code text := pg_get_functiondef('check_owners'::regproc);
  part text := $part$begin
  select format($part$;
begin
  assert strpos(code, part) > 0, 'check_owners has another text';
  execute replace(code, part, $part$begin
  perform pg_advisory_xact_lock_shared(hashtextextended('owner:' || l.owner_id, 0))
  from (select distinct o.owner_id from jsonb_to_recordset(opened) o (owner_id uuid) where o.owner_id is not null) l
  where owner_kinds_of(l.owner_id) is null;
  select format($part$);
end $do$;

-- The check of the book read the kind of an owner by a function that told the app's login of any id whether it is a card, a
-- company or a person, also outside of its scope. Now it reads the accounts that are wrong.
create function misowned_accounts(p_from uuid, p_to uuid) returns table (id uuid) language sql stable security definer
  set search_path = public, pg_temp as $$
  select a.id from account a join chart_line l on l.code = a.code and l.has_asset = (a.asset is not null)
  where (p_from is null or a.id >= p_from) and (p_to is null or a.id < p_to)
    and a.owner_id is not null and (not l.owner_kinds && owner_kinds_of(a.owner_id)
      or exists (select from account b join chart_line m on m.code = b.code and m.has_asset = (b.asset is not null)
        where b.owner_id = a.owner_id and ('card' = any (m.owner_kinds)) <> ('card' = any (l.owner_kinds))))
$$;
select callable_by_app('misowned_accounts(uuid, uuid)');

do $do$
declare
  role_name name;
begin
  for role_name in select a.grantee::regrole::name from pg_proc p, aclexplode(p.proacl) a
    where p.proname = 'owner_kinds_of' and p.pronamespace = 'public'::regnamespace and a.grantee not in (p.proowner, 0)
  loop
    execute format('revoke execute on function owner_kinds_of(uuid) from %I', role_name);
  end loop;
end $do$;
