-- The sums of days count loads that stand. A load that was undone or reversed counted for ever, and twice after a second
-- acceptance. What a load loses is subtracted from a day that is summed already, in the transaction that undoes it.
create function subtract_from_load_day() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  standing constant text[] := array['held', 'crediting', 'credited', 'credit_failed'];
  accepted_on constant date := (old.accepted_at at time zone 'UTC')::date;
  stays constant boolean := new.status = any(standing) and new.accepted_at = old.accepted_at;
  done date;
begin
  -- A day that is being summed is locked.
  select summed_to into done from load_day_progress for share;
  if done >= accepted_on then
    update load_day set
      loads = loads - case when stays then 0 else 1 end,
      gross_cents = gross_cents - old.gross_cents + case when stays then new.gross_cents else 0 end,
      fee_cents = fee_cents - old.fee_cents + case when stays then new.fee_cents else 0 end,
      net_cents = net_cents - old.net_cents + case when stays then new.net_cents else 0 end
    where company_id = old.company_id and day = accepted_on;
  end if;
  return null;
end $$;
revoke execute on function subtract_from_load_day() from public;
create trigger load_leaves_its_day after update on load for each row
  when (old.card_id is not null and old.accepted_at is not null
    and old.status in ('held', 'crediting', 'credited', 'credit_failed')
    and (new.status not in ('held', 'crediting', 'credited', 'credit_failed') or new.gross_cents <> old.gross_cents
      or new.accepted_at is distinct from old.accepted_at))
  execute function subtract_from_load_day();

delete from load_day;
insert into load_day (company_id, day, loads, gross_cents, fee_cents, net_cents)
  select company_id, (accepted_at at time zone 'UTC')::date, count(*), sum(gross_cents), sum(fee_cents), sum(net_cents)
  from load where card_id is not null and status in ('held', 'crediting', 'credited', 'credit_failed')
    and (accepted_at at time zone 'UTC')::date <= (select summed_to from load_day_progress)
  group by 1, 2;
