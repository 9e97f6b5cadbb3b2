-- When a transfer to a card that waited for its card counts for the maximum emergency load: first at its request, and at its
-- start once more, on the day of the start. Null: it never waited for its card and counts when it was made.
alter table wallet_transfer add column counts_from timestamptz;
-- The rest of the maximum emergency load is too small for it today.
alter table wallet_transfer add column waits_for_limit boolean not null default false;
alter table wallet_transfer add constraint wallet_transfer_waits_for_limit
  check (not waits_for_limit or (kind = 'card_load' and status = 'pending' and wallet = 'immediate'));
alter table wallet_transfer add constraint wallet_transfer_counts_from
  check (counts_from is null or (kind = 'card_load' and counts_from >= made_at));
create index wallet_transfer_counts_from on wallet_transfer (company_id, counts_from) where counts_from is not null;

-- As before. For one card also what was made before and started since then.
create or replace function wallet_loads_since(p_person uuid, p_card uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(total_cents), 0)::bigint from wallet_transfer
  where kind = 'card_load' and status <> 'cancelled' and card_holder_id = p_person
    and case when p_card is null then made_at >= p_since
      else to_owner_id = p_card and wallet = 'immediate' and (made_at >= p_since or counts_from >= p_since) end
$$;

-- The same of all cards of a company, for the use of its limits.
create function immediate_wallet_loads_of(p_company uuid, p_since timestamptz)
returns table (id uuid, card_id uuid, total_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.to_owner_id, t.total_cents from wallet_transfer t
  where t.company_id = p_company and (t.made_at >= p_since or t.counts_from >= p_since)
    and t.kind = 'card_load' and t.wallet = 'immediate' and t.status <> 'cancelled'
$$;
select callable_by_app('immediate_wallet_loads_of(uuid, timestamptz)');

-- As before, without what waits for its card: the next release needs no float for it.
create or replace function wallet_loads_waiting() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(net_cents), 0)::bigint from wallet_transfer
  where status = 'pending' and not is_crediting and wallet = 'regular' and not waits_for_card
$$;
