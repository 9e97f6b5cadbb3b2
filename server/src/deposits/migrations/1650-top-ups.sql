-- Top-ups of companies by bank wire that were accepted, under their id (`topup:<id>:accepted`). While a second person has not
-- approved one it is a request of the approvals, and no row yet.
create table top_up_proof (
  id uuid primary key,
  -- Company of the uploader, and from its use on the company of the top-up.
  company_id uuid not null references company,
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg')),
  byte_count int not null check (byte_count > 0),
  encrypted bytea not null,
  uploaded_by uuid not null references app_user,
  uploaded_at timestamptz not null,
  -- The top-up that uses it; null: none does yet.
  top_up_id uuid
);
create unique index top_up_proof_used_once on top_up_proof (top_up_id) where top_up_id is not null;
create index top_up_proof_by_company on top_up_proof (company_id, id);
create index top_up_proof_unused on top_up_proof (uploaded_at) where top_up_id is null;
select protect('top_up_proof', 'nobody');
insert into plan_table values ('top_up_proof');

create table top_up (
  id uuid primary key,
  -- Short name that people see.
  ref text not null,
  company_id uuid not null references company,
  status text not null check (status in ('pending', 'available', 'reversed')),
  wallet text not null check (wallet in ('regular', 'immediate')),
  gross_cents bigint not null check (gross_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  net_cents bigint not null check (net_cents > 0 and net_cents = gross_cents - fee_cents),
  -- The operator's part of the fee.
  operator_cents bigint not null check (operator_cents between 0 and fee_cents),
  bank_reference text not null,
  -- The same wire typed with other spaces or capitals is the same wire.
  reference_key text not null generated always as (upper(regexp_replace(bank_reference, '\s', '', 'g'))) stored,
  valued_on date not null,
  reason text not null,
  proof_id uuid not null references top_up_proof,
  requested_by uuid not null references app_user,
  -- null: one person was enough
  approved_by uuid references app_user,
  accepted_at timestamptz not null,
  -- 48 business hours after acceptance; of an immediate one its acceptance.
  due_at timestamptz not null,
  -- The first daily run after that; a holiday that is set later does not change it.
  available_at timestamptz not null,
  wire text not null check (wire in ('unmatched', 'matched')),
  -- The statement line that a second person found it on.
  statement_line text,
  matched_by uuid references app_user check (matched_by <> requested_by),
  matched_at timestamptz,
  matured_at timestamptz,
  reversed_at timestamptz,
  reversal_requested_by uuid references app_user,
  reversal_approved_by uuid references app_user,
  reversal_reason text,
  check ((wire = 'matched') = (matched_at is not null) and (matched_at is null) = (matched_by is null)
    and (matched_at is null) = (statement_line is null)),
  check ((status = 'reversed') = (reversed_at is not null)),
  check ((reversed_at is null) = (reversal_reason is null)),
  check (wallet = 'immediate' or status <> 'available' or matured_at is not null),
  check (matured_at is null or matched_at is not null)
);
create unique index top_up_of_reference on top_up (reference_key);
create unique index top_up_of_ref on top_up (ref);
create index top_up_by_company on top_up (company_id, accepted_at, id);
create index top_up_in_order on top_up (accepted_at, id);
create index top_up_by_company_gross on top_up (company_id, gross_cents, id);
create index top_up_by_gross on top_up (gross_cents, id);
create index top_up_by_company_status on top_up (company_id, status, accepted_at, id);
create index top_up_by_status on top_up (status, accepted_at, id);
create index top_up_by_company_wire on top_up (company_id, wire, accepted_at, id);
create index top_up_by_wire on top_up (wire, accepted_at, id);
create index top_up_waiting on top_up (due_at) where status = 'pending';
select protect('top_up', 'nobody');
insert into plan_table values ('top_up');

-- What a company has topped up in a wallet since an instant. Definer: a daily limit counts rows of all scopes.
create function topped_up_since(p_company uuid, p_wallet text, p_since timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(gross_cents), 0)::bigint from top_up
  where company_id = p_company and wallet = p_wallet and accepted_at >= p_since and status <> 'reversed'
$$;
select callable_by_app('topped_up_since(uuid, text, timestamptz)');

-- The top-up that has a bank reference, and the number of the last posting of the wires that are not on a statement yet.
-- Every acceptance is a posting of that account, so a plan that guards it has seen all references. Definer: a reference
-- is used once on the platform, whoever enters it.
create function wire_of_reference(p_reference text) returns table (top_up_id uuid, seq bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select (select id from top_up where reference_key = upper(regexp_replace(p_reference, '\s', '', 'g'))),
    coalesce((select a.seq from account a where a.code = 'bank.unconfirmed' and a.owner_id is null), 0)
$$;
select callable_by_app('wire_of_reference(text)');
