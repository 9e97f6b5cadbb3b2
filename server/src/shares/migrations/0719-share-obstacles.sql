-- Why a settlement leaves a due share out (domain §5): `credit`: its load is not on a card, `break`: its card has an open
-- difference to the issuer. Null: it is eligible. A load is not in the scope of each of its beneficiaries, and differences
-- are in the scope of none, so this function of the owner reads them; it says only which of the three it is. The tables
-- are of later migrations, so their names are looked up when it runs.
create function share_obstacle(p_source_kind text, p_source_id uuid) returns text
language plpgsql stable security definer parallel safe set search_path = public, pg_temp as $$
declare
  credited_card uuid;
begin
  if p_source_kind <> 'load' then return null; end if;
  select card_id into credited_card from load where id = p_source_id and status = 'credited';
  if not found then return 'credit'; end if;
  if exists (select from reconciliation_finding f
      where f.invariant = 'R1' and f.subject = credited_card::text and f.status = 'open') then
    return 'break';
  end if;
  return null;
end $$;
select callable_by_app('share_obstacle(text, uuid)');
