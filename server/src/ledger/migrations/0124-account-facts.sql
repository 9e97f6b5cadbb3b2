-- The facts of accounts are signed, and the check of the book compares balances with them.

-- The end of the present for times that a caller names: as far ahead as a journal may be recorded.
create function latest_time() returns timestamptz language sql volatile as $$
  select clock_timestamp() + make_interval(mins => b.recorded_ahead_minutes)
    + greatest(c.offset_ms, 0) * interval '1 millisecond'
  from posting_bound b, clock c
$$;
revoke execute on function latest_time() from public;

-- A time that cannot be written as a number, or is later than now, would stop every block after it.
create or replace function record_account_changes(p_accounts uuid[], p_at timestamptz) returns void language plpgsql as $$
begin
  if (p_at between timestamptz '1970-01-01 00:00Z' and latest_time()) is not true then
    raise exception 'an account cannot change at this time: %', p_at using errcode = 'LG002';
  end if;
  with recorded as (
    insert into account_change (account_id, number, at, code, asset, currency, owner_id, company_id, class, side, by_ref,
      passable, traits, floor, closed_at)
    select a.id, 1 + coalesce((select max(c.number) from account_change c where c.account_id = a.id), 0), p_at, a.code,
      a.asset, a.currency, a.owner_id, a.company_id, a.class, a.side, a.by_ref, a.passable, a.traits, a.floor, a.closed_at
    from account a where a.id = any (p_accounts)
    returning id
  )
  insert into unsigned_entry (at, id, kind) select p_at, id, 'a' from recorded;
end $$;

-- As it was, but an owner who has accounts already keeps their company, and whose accounts are closed gets closed ones.
-- `[:space:]` is no escape, so no setting of the caller's gives it another meaning.
create or replace function open_accounts(opened jsonb, at timestamptz) returns void language plpgsql as $$
declare
  made uuid[];
begin
  if exists (
    select from jsonb_to_recordset(opened) o (code text, asset text, owner_id uuid, company_id uuid)
    left join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
    where (('operator' = any (l.owner_kinds)) = (o.owner_id is null)
      and (o.owner_id is not null or o.company_id is null)
      and (o.asset is null or o.asset ~ '^[^@[:space:]]+@[^@[:space:]]+$')) is not true
  ) then
    raise exception 'an account is not in the chart' using errcode = 'LG002';
  end if;
  with new_account as (
    insert into account (id, code, asset, currency, owner_id, company_id, class, side, by_ref, passable, floor, traits,
      head, opened_at, closed_at)
    select o.id, l.code, o.asset, case when l.currency_kind in ('asset', 'native') then o.asset else 'USD' end,
      o.owner_id, case when k.company_ids is null then o.company_id else k.company_ids[1] end, l.class, l.side, l.by_ref,
      l.passable, l.floor, l.traits | case when k.closed_at is null then 0 else 16 end, sha256(uuid_send(o.id)),
      open_accounts.at, k.closed_at
    from (
      select account_id_of(r.code, r.asset, r.owner_id) as id, r.*
      from jsonb_to_recordset(opened) r (code text, asset text, owner_id uuid, company_id uuid)
    ) o join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
    cross join lateral (
      select array_agg(a.company_id order by a.opened_at, a.id) as company_ids, max(a.closed_at) as closed_at
      from account a where a.owner_id = o.owner_id
    ) k
    order by o.id
    on conflict do nothing
    returning id
  )
  select array_agg(id) into made from new_account;
  if made is not null then perform record_account_changes(made, open_accounts.at); end if;
end $$;

-- As it was, but an allowance is not less than what the wallet uses of it.
create or replace function set_allowance(p_owner uuid, p_company uuid, p_allowance bigint, p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wallet uuid := account_id_of('wallet.immediate.available', null, p_owner);
begin
  if (p_allowance >= 0) is not true then
    raise exception 'an allowance is not negative' using errcode = 'LG002';
  end if;
  perform open_accounts((
    select jsonb_agg(
      jsonb_build_object('code', 'wallet.immediate.' || bucket, 'owner_id', p_owner, 'company_id', p_company))
    from unnest(array['available', 'pending', 'reserved']) bucket), p_at);
  update account set floor = -p_allowance where id = wallet and balance >= -p_allowance;
  if not found then
    raise exception 'the wallet uses more than this allowance' using errcode = 'LG002';
  end if;
  perform record_account_changes(array[wallet], p_at);
end $$;
