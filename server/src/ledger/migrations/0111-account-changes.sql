-- Every state of an account's facts, in order. The last row of an account says what the account is; blocks sign the
-- rows. Balances are not in it: they follow from the postings.
create table account_change (
  account_id uuid not null,
  number int not null check (number > 0),
  id uuid not null unique default gen_random_uuid(),
  at timestamptz not null,
  code text not null,
  asset text,
  currency text not null,
  owner_id uuid,
  company_id uuid,
  class "char" not null,
  side "char" not null,
  by_ref boolean not null,
  passable boolean not null,
  traits int not null,
  floor bigint,
  closed_at timestamptz,
  primary key (account_id, number)
);
select append_only('account_change');
select protect('account_change', 'owner_id');

-- Records the present facts of accounts and queues them for signing. The caller changed these accounts in the same
-- transaction, so it holds their locks.
create function record_account_changes(p_accounts uuid[], p_at timestamptz) returns void language sql as $$
  with recorded as (
    insert into account_change (account_id, number, at, code, asset, currency, owner_id, company_id, class, side, by_ref,
      passable, traits, floor, closed_at)
    select a.id, 1 + coalesce((select max(c.number) from account_change c where c.account_id = a.id), 0), p_at, a.code,
      a.asset, a.currency, a.owner_id, a.company_id, a.class, a.side, a.by_ref, a.passable, a.traits, a.floor, a.closed_at
    from account a where a.id = any (p_accounts)
    returning id
  )
  insert into unsigned_entry (at, id, kind) select p_at, id, 'a' from recorded
$$;
revoke execute on function record_account_changes(uuid[], timestamptz) from public;

-- The existing accounts, as they are now.
insert into account_change (account_id, number, at, code, asset, currency, owner_id, company_id, class, side, by_ref,
  passable, traits, floor, closed_at)
select id, 1, opened_at, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, traits, floor,
  closed_at from account;
insert into unsigned_entry (at, id, kind) select at, id, 'a' from account_change;

-- As it was, and records what it opened.
create or replace function open_accounts(opened jsonb, at timestamptz) returns void language plpgsql as $$
declare
  made uuid[];
begin
  with new_account as (
    insert into account
      (id, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, floor, traits, head,
      opened_at)
    select o.id, o.code, o.asset, o.currency, o.owner_id, o.company_id, o.class::"char", o.side::"char", o.by_ref,
      o.passable, o.floor,
      case when o.side = 'D' then 1 else 0 end + case when o.by_ref then 2 else 0 end
        + case when o.passable then 4 else 0 end
        + case when o.code in ('card.available', 'card.floating', 'issuer.allocated') then 8 else 0 end
        + case when o.currency <> 'USD' then 32 else 0 end,
      sha256(uuid_send(o.id)), open_accounts.at
    from jsonb_to_recordset(opened) o (id uuid, code text, asset text, currency text, owner_id uuid, company_id uuid,
      class text, side text, by_ref boolean, passable boolean, floor bigint)
    order by o.id
    on conflict do nothing
    returning id
  )
  select array_agg(id) into made from new_account;
  if made is not null then perform record_account_changes(made, open_accounts.at); end if;
end $$;

create or replace function close_accounts(p_owner uuid, p_at timestamptz) returns boolean language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  changed uuid[];
begin
  perform 1 from account where owner_id = p_owner order by id for update;
  if exists (select 1 from account where owner_id = p_owner and balance <> 0) then return false; end if;
  changed := array(select id from account where owner_id = p_owner and closed_at is null);
  update account set closed_at = p_at, traits = traits | 16 where id = any (changed);
  perform record_account_changes(changed, p_at);
  return true;
end $$;

create or replace function set_allowance(p_open jsonb, p_account uuid, p_allowance bigint, p_at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_allowance < 0 then raise exception 'an allowance is not negative' using errcode = 'LG002'; end if;
  perform open_accounts(p_open, p_at);
  update account set floor = -p_allowance where id = p_account and code = 'wallet.immediate.available';
  if not found then raise exception 'only an immediate wallet has an allowance' using errcode = 'LG002'; end if;
  perform record_account_changes(array[p_account], p_at);
end $$;

drop function move_accounts(uuid, uuid);
create function assign_accounts(p_owner uuid, p_company uuid, p_at timestamptz) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  changed uuid[];
begin
  perform 1 from account where owner_id = p_owner order by id for update;
  changed := array(select id from account where owner_id = p_owner and company_id is distinct from p_company);
  update account set company_id = p_company where id = any (changed);
  perform record_account_changes(changed, p_at);
end $$;
select callable_by_app('assign_accounts(uuid, uuid, timestamptz)');
