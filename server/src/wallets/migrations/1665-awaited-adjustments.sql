-- A person who waits for an adjustment of their card stays in their company, as one who waits for a load of it does: the
-- adjustment is booked for the company that it was decided for.
create or replace function awaits_wallet_load(p_person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from wallet_transfer where kind = 'card_load' and card_holder_id = p_person and status = 'pending')
    or exists (select from wallet_adjustment where card_holder_id = p_person and status = 'pending')
$$;
