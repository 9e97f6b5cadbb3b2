-- The database knew whether a line of the chart has an owner, and not which: the app's login could open a wallet for a
-- card, or the balance of a card for a company. Now the row that has the owner's id decides. An id without a row, as in an
-- imported book, is that of a card or of another owner by its first account.

-- Kinds of owner that an id may be; null: no row has this id.
create function owner_kinds_of(p_owner uuid) returns text[] language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  if exists (select from card where id = p_owner) then return '{card}'; end if;
  if exists (select from company where id = p_owner) then return '{company,payer,referrer}'; end if;
  if exists (select from app_user where id = p_owner) then return '{seller,referrer,cardholder,payer}'; end if;
  return null;
end $$;
select callable_by_app('owner_kinds_of(uuid)');

create function check_owners(opened jsonb) returns void language plpgsql as $$
declare
  wrong text;
begin
  select format('%s of %s', o.code, o.owner_id) into wrong
  from jsonb_to_recordset(opened) o (code text, asset text, owner_id uuid)
  join chart_line l on l.code = o.code and l.has_asset = (o.asset is not null)
  where o.owner_id is not null and (
    not l.owner_kinds && owner_kinds_of(o.owner_id)
    or exists (select from account a join chart_line m on m.code = a.code and m.has_asset = (a.asset is not null)
      where a.owner_id = o.owner_id and ('card' = any (m.owner_kinds)) <> ('card' = any (l.owner_kinds)))
    or exists (select from jsonb_to_recordset(opened) r (code text, asset text, owner_id uuid)
      join chart_line m on m.code = r.code and m.has_asset = (r.asset is not null)
      where r.owner_id = o.owner_id and ('card' = any (m.owner_kinds)) <> ('card' = any (l.owner_kinds))))
  limit 1;
  if found then
    raise exception '% is an account that this kind of owner does not have', wrong using errcode = 'LG002';
  end if;
end $$;
revoke execute on function check_owners(jsonb) from public;

do $do$
declare
  code text := pg_get_functiondef('open_accounts'::regproc);
  part text := $part$  with new_account as (
$part$;
begin
  assert strpos(code, part) > 0, 'open_accounts has another text';
  execute replace(code, part, '  perform check_owners(opened);' || chr(10) || part);
end $do$;
