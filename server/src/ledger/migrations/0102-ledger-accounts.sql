-- What may happen to an account beside postings, and how a person's own figures are read. Definer functions, because
-- the app's role cannot write here and a card's account is not its holder's; each takes its scope as a parameter.

-- Closes all accounts of an owner. False, and nothing changed, while one of them is not at zero.
create function close_accounts(p_owner uuid, p_at timestamptz) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform 1 from account where owner_id = p_owner order by id for update;
  if exists (select 1 from account where owner_id = p_owner and balance <> 0) then return false; end if;
  update account set closed_at = p_at, traits = traits | 16 where owner_id = p_owner and closed_at is null;
  return true;
end $$;

-- How far below zero an owner's immediate wallet may go. p_open: the wallet's accounts, should they not be open yet.
create function set_allowance(p_open jsonb, p_account uuid, p_allowance bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_allowance < 0 then raise exception 'an allowance is not negative' using errcode = 'LG002'; end if;
  perform open_accounts(p_open, p_at);
  update account set floor = -p_allowance where id = p_account and code = 'wallet.immediate.available';
  if not found then raise exception 'only an immediate wallet has an allowance' using errcode = 'LG002'; end if;
end $$;

-- The owner belongs to another company from now on; what was posted stays with the old one.
create function move_accounts(p_owner uuid, p_company uuid) returns void language sql security definer
set search_path = public, pg_temp as $$
  update account set company_id = p_company where owner_id = p_owner
$$;

-- Balances of owners that the caller has found to be in its scope.
create function find_balances(p_owners uuid[])
returns table (id uuid, owner_id uuid, code text, asset text, currency text, side "char", floor bigint, balance bigint,
  seq bigint, closed_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.owner_id, a.code, a.asset, a.currency, a.side, a.floor, a.balance, a.seq, a.closed_at
  from account a where a.owner_id = any (p_owners) order by a.owner_id, a.code, a.asset
$$;

-- Postings of one account that the caller has found to be in its scope, newest first, before a number.
create function find_postings(p_account uuid, p_before bigint, p_limit int)
returns table (seq bigint, journal_id uuid, kind text, effective_at timestamptz, amount bigint, balance_after bigint,
  ref uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.seq, p.journal_id, j.kind, p.effective_at, p.amount, p.balance_after, p.ref
  from posting p join journal j on j.id = p.journal_id
  where p.account_id = p_account and p.seq < p_before
  order by p.seq desc limit p_limit
$$;

select callable_by_app('close_accounts(uuid, timestamptz)');
select callable_by_app('set_allowance(jsonb, uuid, bigint, timestamptz)');
select callable_by_app('move_accounts(uuid, uuid)');
select callable_by_app('find_balances(uuid[])');
select callable_by_app('find_postings(uuid, bigint, int)');
