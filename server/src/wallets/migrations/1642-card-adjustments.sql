-- An adjustment may be of a card: it has no wallet then, and is `pending` until the card issuer has made it. A refused one
-- changed nothing. An opposite adjustment names the one that it undoes, which can be undone once.
do $$
declare
  rule record;
begin
  for rule in
    select conname as name from pg_constraint
    where conrelid = 'wallet_adjustment'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ 'owner_kind|wallet = '
  loop
    execute format('alter table wallet_adjustment drop constraint %I', rule.name);
  end loop;
end $$;
alter table wallet_adjustment alter column wallet drop not null;
alter table wallet_adjustment add constraint wallet_adjustment_owner_kind_check check (owner_kind in ('company', 'person', 'card'));
alter table wallet_adjustment add constraint wallet_adjustment_wallet_check check (wallet in ('regular', 'immediate'));
alter table wallet_adjustment add column status text not null default 'completed'
  constraint wallet_adjustment_status_check check (status in ('pending', 'completed', 'refused'));
-- The holder of the card.
alter table wallet_adjustment add column card_holder_id uuid references app_user;
-- Number of the calls at the issuer so far.
alter table wallet_adjustment add column part int not null default 0;
-- When the issuer had made or refused it.
alter table wallet_adjustment add column ended_at timestamptz;
-- Why the card was not changed: a code of the issuer or of ours.
alter table wallet_adjustment add column refusal text;
alter table wallet_adjustment add column reversal_of uuid references wallet_adjustment;
alter table wallet_adjustment add column reversed_by uuid;
alter table wallet_adjustment add constraint wallet_adjustment_card_check check (
  (owner_kind = 'card') = (wallet is null)
  and (owner_kind = 'card') = (card_holder_id is not null)
  and (owner_kind = 'card' or (status = 'completed' and ended_at is null))
  and (owner_kind <> 'card' or (status = 'pending') = (ended_at is null))
  and (status = 'refused') = (refusal is not null)
  and (reversed_by is null or (status = 'completed' and reversal_of is null)));
create unique index wallet_adjustment_reversal on wallet_adjustment (reversal_of) where status <> 'refused';
create index wallet_adjustment_pending on wallet_adjustment (owner_id) where status = 'pending';

create or replace function adjusted_since(p_owner uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(amount_cents), 0)::bigint from wallet_adjustment
  where owner_id = p_owner and adjusted_at >= p_since and status <> 'refused'
$$;
