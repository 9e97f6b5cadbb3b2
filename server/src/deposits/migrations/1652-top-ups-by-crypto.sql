-- A top-up by crypto is its accepted payment: both have the same id. It has no wire, and what its coins were worth, for the
-- journal that takes it back.
alter table top_up add column kind text not null default 'wire' check (kind in ('wire', 'crypto'));
alter table top_up alter column kind drop default;
alter table top_up add column coins jsonb;
-- Book value less gross: a gain is income with the fee, a loss was booked at once.
alter table top_up add column spread_cents bigint not null default 0;
alter table top_up alter column spread_cents drop default;
alter table top_up alter column bank_reference drop not null;
alter table top_up alter column reference_key drop not null;
alter table top_up alter column valued_on drop not null;
alter table top_up alter column reason drop not null;
alter table top_up alter column proof_id drop not null;
alter table top_up alter column wire drop not null;
do $$
declare found text;
begin
  select conname into strict found from pg_constraint
  where conrelid = 'top_up'::regclass and pg_get_constraintdef(oid) like '%matured_at IS NULL) OR (matched_at%';
  execute format('alter table top_up drop constraint %I', found);
end $$;
alter table top_up add constraint top_up_matures check (matured_at is null or matched_at is not null or kind = 'crypto');
alter table top_up add constraint top_up_by_kind check (case kind
  when 'wire' then bank_reference is not null and valued_on is not null and reason is not null and proof_id is not null
    and wire is not null and coins is null and spread_cents = 0
  else bank_reference is null and proof_id is null and wire is null and coins is not null end);
create index top_up_by_company_kind on top_up (company_id, kind, accepted_at, id);
create index top_up_by_kind on top_up (kind, accepted_at, id);

-- Quotes for a wallet count for its day too: each of them can be paid.
create or replace function topped_up_since(p_company uuid, p_wallet text, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select (select coalesce(sum(gross_cents), 0)::bigint from top_up
    where company_id = p_company and wallet = p_wallet and accepted_at >= p_since and status <> 'reversed')
    + quoted_for_wallet_since(p_company, p_wallet, p_since)
$$;
