-- A transfer may go to a card: `card_load`. Its total is reserved at the request (`pending`) until the card is credited
-- (`completed`) or the money is released to the wallet (`cancelled`). The receiver is then the card's id, and the company is
-- the card's.
do $$
declare
  rule record;
begin
  for rule in
    select conname as name from pg_constraint
    where conrelid = 'wallet_transfer'::regclass and contype = 'c'
      and (conname in ('wallet_transfer_kind_check', 'wallet_transfer_status_check', 'wallet_transfer_to_kind_check')
        or pg_get_constraintdef(oid) ~ 'kind = ''(transfer|reversal)''|CASE kind')
  loop
    execute format('alter table wallet_transfer drop constraint %I', rule.name);
  end loop;
end $$;
alter table wallet_transfer add constraint wallet_transfer_kind_check check (kind in ('transfer', 'reversal', 'card_load'));
alter table wallet_transfer add constraint wallet_transfer_status_check
  check (status in ('completed', 'reversed', 'pending', 'cancelled'));
alter table wallet_transfer add constraint wallet_transfer_to_kind_check check (to_kind in ('company', 'person', 'card'));
alter table wallet_transfer add constraint wallet_transfer_kind_rules_check check (case kind
  when 'transfer' then reversal_of is null and status in ('completed', 'reversed') and to_kind <> 'card' and fee_cents >= 0
  when 'reversal' then reversal_of is not null and status = 'completed' and to_kind <> 'card' and fee_cents <= 0
  else reversal_of is null and status <> 'reversed' and to_kind = 'card' and fee_cents >= 0 end);

-- The holder of the card.
alter table wallet_transfer add column card_holder_id uuid references app_user;
-- Whether a call at the issuer is under way; it can no longer be cancelled then.
alter table wallet_transfer add column is_crediting boolean not null default false;
-- Number of its calls at the issuer so far.
alter table wallet_transfer add column part int not null default 0;
alter table wallet_transfer add column waits_for_float boolean not null default false;
-- When the card was credited, or the money released.
alter table wallet_transfer add column ended_at timestamptz;
-- Why the card was not credited: a code of the issuer or of ours; `cancelled`: a person did it.
alter table wallet_transfer add column refusal text;
alter table wallet_transfer add column cancelled_by uuid references app_user;
alter table wallet_transfer add column cancel_reason text;
alter table wallet_transfer add constraint wallet_transfer_card_check check (
  (kind = 'card_load') = (card_holder_id is not null)
  and (kind <> 'card_load' or (status = 'pending') = (ended_at is null))
  and (status = 'cancelled') = (refusal is not null)
  and (cancelled_by is null) = (cancel_reason is null)
  and (not is_crediting or status = 'pending'));
create index wallet_transfer_by_card_holder on wallet_transfer (card_holder_id, made_at) where kind = 'card_load';
create index wallet_transfer_waiting on wallet_transfer (wallet, made_at, id) where status = 'pending' and not is_crediting;

-- What wallets have paid for the cards of a person, or at once for one card, since an instant. Definer: limits count all
-- transfers, also those that the reader does not see.
create function wallet_loads_since(p_person uuid, p_card uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(total_cents), 0)::bigint from wallet_transfer
  where kind = 'card_load' and status <> 'cancelled' and made_at >= p_since
    and case when p_card is null then card_holder_id = p_person else to_owner_id = p_card and wallet = 'immediate' end
    and card_holder_id = p_person
$$;
select callable_by_app('wallet_loads_since(uuid, uuid, timestamptz)');

-- Whether a card was loaded from a wallet before, and whether a person waits for such money.
create function has_wallet_load(p_card uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from wallet_transfer where kind = 'card_load' and to_owner_id = p_card and status <> 'cancelled')
$$;
select callable_by_app('has_wallet_load(uuid)');
create function awaits_wallet_load(p_person uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from wallet_transfer where kind = 'card_load' and card_holder_id = p_person and status = 'pending')
$$;
select callable_by_app('awaits_wallet_load(uuid)');

-- Net of the transfers to cards that the next release will need float for.
create function wallet_loads_waiting() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(net_cents), 0)::bigint from wallet_transfer
  where status = 'pending' and not is_crediting and wallet = 'regular'
$$;
select callable_by_app('wallet_loads_waiting()');

-- Transfers to cards of a company since an instant, each with its person and its card, for the use of its limits.
create function wallet_loads_of(p_company uuid, p_since timestamptz)
returns table (id uuid, person_id uuid, card_id uuid, is_immediate boolean, total_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.card_holder_id, t.to_owner_id, t.wallet = 'immediate', t.total_cents from wallet_transfer t
  where t.company_id = p_company and t.made_at >= p_since and t.kind = 'card_load' and t.status <> 'cancelled'
$$;
select callable_by_app('wallet_loads_of(uuid, timestamptz)');
