-- How far below zero each immediate wallet may go, as people have decided, for the check of the accounts' floors. A job
-- writes a decision to the account within seconds: it is `settled` an hour later. The ledger refuses one when the wallet
-- uses more, and then its account stays as it was.
create function decided_allowances()
returns table (owner_id uuid, allowance_cents bigint, is_refused boolean, is_settled boolean)
language plpgsql stable as $$
begin
  return query
    select b.company_id, b.allowance_cents, b.refused_at is not null,
      b.changed_at < clock_timestamp() + (select offset_ms from clock) * interval '1 millisecond' - interval '1 hour'
    from balance_allowance b;
end $$;
select callable_by_app('decided_allowances()');
