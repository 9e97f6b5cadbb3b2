-- A load may be for the wallet of a company: the same quote, address and decision, and no card. From its acceptance on it
-- is a top-up, and the load is `topped_up`.
alter table load alter column card_id drop not null;
alter table load drop constraint load_kind_check;
alter table load add constraint load_kind_check check (kind in ('load', 'card_price', 'top_up'));
alter table load add constraint load_card check ((kind = 'top_up') = (card_id is null));
alter table load drop constraint load_status_check;
alter table load add constraint load_status_check check (status in ('quoted', 'detected', 'cancelled', 'expired',
  'confirmed', 'review', 'held', 'crediting', 'credited', 'credit_failed', 'refunding', 'refunded', 'topped_up'));
alter table archived_quote alter column card_id drop not null;
alter table archived_quote drop constraint archived_quote_kind_check;
alter table archived_quote add constraint archived_quote_kind_check check (kind in ('load', 'card_price', 'top_up'));
create index load_for_wallet on load (company_id, id desc) where card_id is null;

-- Gross of the open quotes of a company for one of its wallets since an instant. Definer: a daily limit counts the quotes of
-- all scopes.
create function quoted_for_wallet_since(p_company uuid, p_wallet text, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(gross_cents), 0)::bigint from load
  where company_id = p_company and card_id is null and speed = p_wallet and quoted_at >= p_since
    and status in ('quoted', 'detected') and parent_id is null
$$;
select callable_by_app('quoted_for_wallet_since(uuid, text, timestamptz)');
