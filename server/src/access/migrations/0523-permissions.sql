-- Which roles hold a tag, and which roles it can be granted to: the same as permission-tags.ts of the contract. Role 6
-- holds every tag and has no rows.
create table role_tag (
  role_id smallint not null check (role_id between 1 and 11),
  tag text not null,
  by_default boolean not null,
  primary key (role_id, tag)
);
select only_readable('role_tag');
insert into role_tag
select role_id, tag, by_default
from (values
  ('users.view', '{1,3,4,5,7,8,10,11}', '{9}'),
  ('users.view_pii', '{1,5,11}', '{3,9,10}'),
  ('users.create', '{1,5,7}', '{9}'),
  ('users.update', '{1,5}', '{9}'),
  ('users.activate', '{1,5}', '{9}'),
  ('users.reset_password', '{1}', '{5,9}'),
  ('users.change_company', '{1}', '{9}'),
  ('users.assign_seller_code', '{1,5}', '{9}'),
  ('users.impersonate', '{1}', '{9}'),
  ('users.impersonate_write', '{}', '{1}'),
  ('users.delete_passkey', '{1}', '{9}'),
  ('users.email_change.view', '{1,3,5}', '{9}'),
  ('users.email_change.inform', '{1}', '{9}'),
  ('users.export', '{}', '{1,9}'),
  ('kyc.view', '{1}', '{3,5,9,10,11}'),
  ('kyc.view_documents', '{1}', '{3,9,10,11}'),
  ('kyc.review', '{1}', '{9,10,11}'),
  ('kyc.reset', '{1}', '{9}'),
  ('cards.view', '{1,3,4,5,7,8,10,11}', '{9}'),
  ('cards.request.create', '{1,5,7}', '{9}'),
  ('cards.request.process', '{1,10,11}', '{9}'),
  ('cards.associate', '{1,5,10,11}', '{9}'),
  ('cards.activate', '{1,10,11}', '{9}'),
  ('cards.activation_code.send', '{10,11}', '{1,9}'),
  ('cards.block', '{1,5,10,11}', '{9}'),
  ('cards.unblock', '{1,10,11}', '{5,9}'),
  ('cards.replace', '{1,5,10,11}', '{9}'),
  ('card_types.view', '{1,3,5,7,8,10,11}', '{9}'),
  ('card_types.manage', '{1,11}', '{9}'),
  ('plans.manage', '{1,11}', '{9}'),
  ('loads.view', '{1,3,4,5,10,11}', '{9}'),
  ('loads.cancel', '{1,4}', '{9}'),
  ('loads.credit_manual', '{}', '{1,9,11}'),
  ('wallets.view', '{1,3,4,5,7,8,11}', '{9}'),
  ('wallets.adjust', '{1}', '{9}'),
  ('deposits.view', '{1,3,4,5,11}', '{9}'),
  ('deposits.create', '{1,4}', '{9}'),
  ('deposits.approve', '{1}', '{9}'),
  ('transfers.view', '{1,3,4,5,7,8,11}', '{9}'),
  ('transfers.create', '{1,5}', '{9}'),
  ('settlements.view', '{1,3,4,5,11}', '{9}'),
  ('settlements.create', '{1}', '{9,11}'),
  ('settlements.approve', '{1}', '{9,11}'),
  ('withdrawals.view', '{1,3,4,5}', '{9}'),
  ('withdrawals.create', '{5}', '{9}'),
  ('withdrawals.approve', '{1}', '{9}'),
  ('transactions.view', '{1,3,4,5,10,11}', '{9}'),
  ('transactions.export', '{1,4,5,11}', '{9}'),
  ('company_feed.view', '{1,3,5,11}', '{9}'),
  ('fees.view', '{1,3,4,5}', '{9}'),
  ('fees.manage', '{1}', '{9}'),
  ('tier_fees.manage_below', '{1,5}', '{9}'),
  ('payin_limits.manage', '{1}', '{9}'),
  ('limits.manage', '{1}', '{9}'),
  ('companies.view', '{1,3,4,5,10,11}', '{9}'),
  ('companies.create', '{1}', '{5,9}'),
  ('companies.update', '{1,5}', '{9}'),
  ('companies.card_creation.toggle', '{1,11}', '{9}'),
  ('companies.settings', '{1,5}', '{9}'),
  ('webhooks.view', '{1,3,5,11}', '{9}'),
  ('webhooks.manage', '{1,5}', '{9}'),
  ('webhooks.secret.reveal_rotate', '{1,5}', '{9}'),
  ('webhooks.resend', '{1,5}', '{9}'),
  ('reconcile.view', '{1,3,10,11}', '{9}'),
  ('reconcile.run', '{1,10,11}', '{9}'),
  ('reconcile.resolve', '{1,11}', '{9}'),
  ('processes.view', '{1,3,10,11}', '{9}'),
  ('processes.run', '{1,11}', '{9,10}'),
  ('issuer.master_balance.view', '{1,11}', '{9,10}'),
  ('sellers.view', '{1,3,5,7}', '{9}'),
  ('sellers.codes.manage', '{1,5}', '{7,9}'),
  ('referrals.view', '{1,3,5,7,8}', '{9}'),
  ('notes.view', '{1,3,4,5,10,11}', '{9}'),
  ('notes.manage', '{1,4,5,10,11}', '{9}'),
  ('support.reply', '{1,5}', '{9,10,11}'),
  ('notifications.send', '{1}', '{9}'),
  ('admins.view', '{1,3,5,11}', '{9}'),
  ('admins.create', '{1,5,11}', '{}'),
  ('admins.update', '{1,5,11}', '{}'),
  ('admins.permissions.grant', '{1,5,11}', '{}'),
  ('settings.view', '{1,3}', '{9}'),
  ('settings.general', '{1}', '{9}'),
  ('settings.gateway', '{}', '{1}'),
  ('settings.email', '{1}', '{9}'),
  ('settings.authentication', '{}', '{1}'),
  ('settings.tier_restrictions', '{1}', '{}'),
  ('terms.manage', '{1}', '{9}'),
  ('sessions.view', '{1,5,11}', '{9}'),
  ('sessions.revoke', '{1,5,11}', '{9}'),
  ('apikeys.manage', '{1,5}', '{}'),
  ('audit.view', '{1}', '{3,9,11}'),
  ('audit.export', '{1}', '{9}'),
  ('reports.view', '{1,3,4,5,11}', '{9}'),
  ('system.jobs.manage', '{}', '{1}'),
  ('loads.refund', '{1}', '{9}'),
  ('treasury.view', '{1,3,11}', '{9}'),
  ('treasury.move', '{}', '{1,9}'),
  ('disputes.manage', '{1,10,11}', '{9}'),
  ('ledger.view', '{1,3}', '{9,11}')
) as catalogue (tag, defaults, grantable)
cross join lateral (
  select unnest(defaults::smallint[]), true union all select unnest(grantable::smallint[]), false
) as roles (role_id, by_default);

-- The app's role may not delete rows of such a table.
create function rows_stay(lasting regclass) returns void language plpgsql as $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = lasting and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke delete, truncate, references, trigger on %s from %I', lasting, role_name);
  end loop;
end $$;
revoke execute on function rows_stay(regclass) from public;

-- Tags of one person that differ from those of the role: granted or denied by another person. Rows are never deleted;
-- an ended one has an instant and a reason.
create table tag_override (
  id uuid primary key,
  company_id uuid not null references company,
  user_id uuid not null references app_user,
  tag text not null,
  effect text not null check (effect in ('granted', 'denied')),
  set_by uuid not null references app_user,
  set_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references app_user,
  end_reason text check (end_reason in ('changed', 'granter_lost_tag', 'not_grantable')),
  check (set_by <> user_id),
  check ((ended_at is null) = (end_reason is null)),
  check ((ended_by is not null) = coalesce(end_reason = 'changed', false))
);
create unique index tag_override_live on tag_override (user_id, tag) where ended_at is null;
create index tag_override_by_user on tag_override (user_id, set_at desc);
create index tag_override_by_company on tag_override (company_id, id desc);
create index tag_override_by_setter on tag_override (set_by) where ended_at is null;
select protect('tag_override', 'nobody');
select rows_stay('tag_override');

-- Whose rows a customised admin (9) may see; without a row, those of the own company. A provider sub-admin (10) sees
-- listed companies.
create table data_scope (
  user_id uuid primary key references app_user,
  company_id uuid not null references company,
  kind text not null check (kind in ('own', 'subtree', 'listed', 'all')),
  set_by uuid not null references app_user,
  set_at timestamptz not null,
  check (set_by <> user_id)
);
create index data_scope_by_company on data_scope (company_id);
select protect('data_scope', 'nobody');
alter table provider_reach rename to listed_company;
alter table listed_company rename constraint provider_reach_pkey to listed_company_pkey;
alter table listed_company rename constraint provider_reach_user_id_fkey to listed_company_user_id_fkey;
alter table listed_company rename constraint provider_reach_company_id_fkey to listed_company_company_id_fkey;
alter table listed_company rename constraint provider_reach_listed_by_fkey to listed_company_listed_by_fkey;

-- Modules that are switched off for the tier of a company (setting tierRestrictions).
create function restricted_modules(p_company_id uuid) returns text[] language sql stable as $$
  select array_agg(r ->> 'module')
  from setting s cross join jsonb_array_elements(s.value) r
  where s.key = 'tierRestrictions'
    and (r ->> 'tier')::smallint = (select c.tier from company c where c.id = p_company_id)
$$;

-- Whether one of these modules takes a tag away: the tag is the module's name, or begins with it.
create function is_restricted(p_tag text, p_modules text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(p_modules) m where p_tag = m or starts_with(p_tag, m || '.'))
$$;

-- Whether a person holds a tag now: by role, or by a grant of somebody who still holds it. The depth ends a circle of
-- grants. Tier restrictions can be left out: they suspend a grant and do not end it.
create function holds_tag(p_user_id uuid, p_tag text, p_with_restrictions boolean, p_depth int default 0)
returns boolean language plpgsql stable as $$
declare
  person record;
  role_right boolean;
  override record;
begin
  select u.role_id, u.company_id into person from app_user u where u.id = p_user_id;
  if not found or p_depth > 8 then return false; end if;
  if person.role_id = 6 then return true; end if;
  select r.by_default into role_right from role_tag r where r.role_id = person.role_id and r.tag = p_tag;
  if not found then return false; end if;
  select o.effect, o.set_by into override
  from tag_override o where o.user_id = p_user_id and o.tag = p_tag and o.ended_at is null;
  if override.effect = 'denied' then return false; end if;
  if p_with_restrictions and is_restricted(p_tag, restricted_modules(person.company_id)) then return false; end if;
  if role_right then return true; end if;
  return override.effect = 'granted' and holds_tag(override.set_by, p_tag, p_with_restrictions, p_depth + 1);
end $$;

-- How the tags of a person differ from those of the role at this instant; null where they do not.
create function tag_changes(p_user_id uuid, p_role_id smallint, p_company_id uuid, out added text[], out removed text[])
language plpgsql stable as $$
declare
  modules text[];
begin
  if p_role_id = 6 then return; end if;
  modules := restricted_modules(p_company_id);
  if modules is not null then
    select array_agg(r.tag) into removed
    from role_tag r where r.role_id = p_role_id and r.by_default and is_restricted(r.tag, modules);
  end if;
  if not exists (select from tag_override o where o.user_id = p_user_id and o.ended_at is null) then return; end if;
  select array_agg(o.tag) filter (where o.effect = 'granted' and holds_tag(p_user_id, o.tag, true)),
    removed || array_agg(o.tag) filter (where o.effect = 'denied')
  into added, removed
  from tag_override o where o.user_id = p_user_id and o.ended_at is null;
end $$;

-- Whether a person's role sees a company, without scopes that somebody set.
create function role_sees_company(p_role_id smallint, p_own_id uuid, p_company company) returns boolean
language sql immutable as $$
  select case
    when p_role_id in (4, 6, 11) then true
    when p_role_id in (1, 3) then p_company.visible_to_adm or p_company.id = p_own_id
    when p_role_id = 5 then p_company.path @> array[p_own_id]
    else p_company.id = p_own_id
  end
$$;

-- Companies of a data scope that somebody set: never more than that person's role sees now.
create or replace function companies_of_role(p_user_id uuid, p_role_id smallint, p_company_id uuid) returns uuid[]
language plpgsql stable as $$
declare
  scope record;
begin
  if p_role_id in (1, 3) then
    return (select array_agg(v.id) from company v where v.visible_to_adm or v.id = p_company_id);
  elsif p_role_id = 5 then
    return (select array_agg(b.id) from company b where b.path @> array[p_company_id]);
  elsif p_role_id = 10 then
    return (
      select coalesce(array_agg(c.id), '{}')
      from (
        select l.company_id as id, s.role_id as setter_role, s.company_id as setter_company
        from listed_company l join app_user s on s.id = l.listed_by where l.user_id = p_user_id
      ) listed
      join company c using (id)
      where role_sees_company(listed.setter_role, listed.setter_company, c));
  elsif p_role_id <> 9 then
    return array[p_company_id];
  end if;
  select d.kind, s.role_id, s.company_id into scope
  from data_scope d join app_user s on s.id = d.set_by where d.user_id = p_user_id;
  if not found then return array[p_company_id]; end if;
  return (
    select coalesce(array_agg(c.id), '{}')
    from company c
    where role_sees_company(scope.role_id, scope.company_id, c) and case scope.kind
      when 'own' then c.id = p_company_id
      when 'subtree' then c.path @> array[p_company_id]
      when 'listed' then c.id in (select l.company_id from listed_company l where l.user_id = p_user_id)
      else true
    end);
end $$;

-- Second wall: nobody grants more than they hold, or a tag that the role cannot have.
create function override_is_allowed() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  role_right boolean;
begin
  select r.by_default into role_right
  from role_tag r join app_user u on u.role_id = r.role_id where u.id = new.user_id and r.tag = new.tag;
  if not found then raise exception 'the role can never have %', new.tag using errcode = 'check_violation'; end if;
  if new.effect = 'granted' and role_right then
    raise exception 'the role has % without a grant', new.tag using errcode = 'check_violation';
  end if;
  if not holds_tag(new.set_by, new.tag, true) then
    raise exception 'nobody grants or denies % without holding it', new.tag using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger override_is_allowed before insert on tag_override
for each row execute function override_is_allowed();

-- An override ends once and does not change in any other way.
create function override_only_ends() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (to_jsonb(new) - '{ended_at,ended_by,end_reason,company_id}'::text[])
    is distinct from (to_jsonb(old) - '{ended_at,ended_by,end_reason,company_id}'::text[]) then
    raise exception 'an override only ends' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger override_only_ends before update on tag_override
for each row execute function override_only_ends();

-- find_sessions also returns how the person's tags differ from those of the role, and a passkey that was required of
-- this person.
drop function find_sessions(bytea[]);
create function find_sessions(p_token_hashes bytea[]) returns table (
  token_hash bytea, session_id uuid, user_id uuid, company_id uuid, role_id smallint, cookie_hash bytea,
  created_at timestamptz, last_used_at timestamptz, locked_at timestamptz, ended_at timestamptz, issued_at timestamptz,
  first_used_at timestamptz, rotated_at timestamptz, dies_at timestamptz, user_active boolean, company_active boolean,
  passkey_enabled boolean, passkey_mandatory boolean, company_ids uuid[], added_tags text[], removed_tags text[]
) language plpgsql stable security definer
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select t.token_hash, s.id, u.id, u.company_id, u.role_id, s.cookie_hash, s.created_at, s.last_used_at,
    s.locked_at, s.ended_at, t.issued_at, t.first_used_at, t.rotated_at, t.dies_at, u.active, c.active,
    u.passkey_enabled, c.passkey_mandatory or u.passkey_required, companies_of_role(u.id, u.role_id, u.company_id), tags.added, tags.removed
  from session_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  cross join lateral effective_company(array[u.company_id]) c
  cross join lateral tag_changes(u.id, u.role_id, u.company_id) tags
  where t.token_hash = any (p_token_hashes);
end $$;
select callable_by_app('find_sessions(bytea[])');
select callable_by_app('tag_changes(uuid, smallint, uuid)');
select callable_by_app('holds_tag(uuid, text, boolean, int)');
select callable_by_app('restricted_modules(uuid)');
select callable_by_app('is_restricted(text, text[])');
select callable_by_app('role_sees_company(smallint, uuid, company)');
