-- Functions that only one role besides the owner may call: the signer appends blocks, the accounts role changes facts of
-- accounts. The app's own login cannot: whoever has stolen it can neither forge a block nor lower a floor. Roles have
-- their names per database, so each start grants the functions (grant_duty_functions).
create table duty_function (
  name text primary key,
  duty text not null check (duty in ('signer', 'accounts'))
);
select only_readable('duty_function');

-- Makes the grants equal to the table. p_roles: the role of each duty.
create function grant_duty_functions(p_roles jsonb) returns void language plpgsql as $$
declare
  each record;
begin
  for each in
    select p.oid::regprocedure as definer, g.grantee
    from duty_function d join pg_proc p on p.proname = d.name and p.pronamespace = 'public'::regnamespace,
      aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
    where g.grantee <> p.proowner and g.grantee is distinct from to_regrole(quote_ident(p_roles ->> d.duty))
  loop
    execute format('revoke all on function %s from %s', each.definer,
      case when each.grantee = 0 then 'public' else each.grantee::regrole::text end);
  end loop;
  for each in
    select p.oid::regprocedure as definer, p_roles ->> d.duty as role_name
    from duty_function d join pg_proc p on p.proname = d.name and p.pronamespace = 'public'::regnamespace
    where p_roles ? d.duty and not exists (
      select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
      where g.grantee = to_regrole(quote_ident(p_roles ->> d.duty)))
  loop
    execute format('grant execute on function %s to %I', each.definer, each.role_name);
  end loop;
end $$;

-- The function belongs to this duty. Nobody may call it until a start grants it.
create function only_for(p_duty text, definer text) returns void language plpgsql as $$
begin
  insert into duty_function (name, duty) values (definer, p_duty);
  perform grant_duty_functions('{}');
end $$;

select only_for('signer', 'append_block');
select only_for('signer', 'forget_batches');
select only_for('signer', 'summarize_postings');
select only_for('accounts', 'close_accounts');
select only_for('accounts', 'set_allowance');
select only_for('accounts', 'assign_accounts');

-- Functions that migrations use: the owner calls them.
revoke execute on function grant_duty_functions(jsonb), only_for(text, text), only_readable(regclass),
  callable_by_app(regprocedure), append_only(regclass), protect(regclass, text), only_added_to(regclass),
  guard_status(regclass) from public;
select callable_by_app(p.oid::regprocedure) from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.proname in ('micros_of', 'journal_parts', 'journal_heads',
  'account_parts', 'part_salt', 'part_hash', 'journal_leaves', 'account_leaves', 'opened_parts', 'queued_entries',
  'check_entries');

-- Business time only grows: the app may update the clock's row, and neither delete nor insert one.
do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'clock'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke insert, delete, truncate, references, trigger on clock from %I', role_name);
  end loop;
end $$;
