-- A share whose load is being reversed waits: it would be settled and then owed. A refused reversal frees it again.
create or replace function share_obstacle(p_source_kind text, p_source_id uuid) returns text
language plpgsql stable security definer parallel safe set search_path = public, pg_temp as $$
declare
  credited_card uuid;
begin
  if p_source_kind <> 'load' then return null; end if;
  select card_id into credited_card from load where id = p_source_id and status = 'credited';
  if not found then return 'credit'; end if;
  if exists (select from load_reversal r where r.load_id = p_source_id and r.status = 'pending') then return 'credit'; end if;
  if exists (select from reconciliation_finding f
      where f.invariant = 'R1' and f.subject = credited_card::text and f.status = 'open') then
    return 'break';
  end if;
  return null;
end $$;
