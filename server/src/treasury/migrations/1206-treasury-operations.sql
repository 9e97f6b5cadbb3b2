-- What two people recorded of the operator's money, when it was booked. A wire to the issuer is in transit until the
-- issuer has it or the bank has it back.
create table treasury_operation (
  id uuid primary key,
  company_id uuid not null references company,
  kind text not null check (kind in ('coins_bought', 'coins_sold', 'funding_sent', 'funding_returned', 'bank_fee',
    'capital_contributed', 'capital_withdrawn', 'suspense_resolved')),
  status text not null check (status in ('booked', 'in_transit', 'arrived', 'returned')),
  -- USD at the bank, of a conversion without the fee
  amount_cents bigint not null check (amount_cents > 0),
  -- Conversions: `token@chain`, ledger units, fee of the venue, value in the books
  asset text,
  units bigint check (units > 0),
  fee_cents bigint check (fee_cents >= 0),
  value_cents bigint check (value_cents >= 0),
  venue text,
  -- null: capital that was recorded without one
  reference text,
  proof text,
  valued_on date not null,
  -- The wire that came back
  funding_id uuid references treasury_operation,
  -- Money in suspense, and the wire or the holder of the wallet that it was for
  suspense_id uuid,
  target text check (target in ('funding', 'wallet')),
  target_id uuid,
  reason text not null,
  requested_by uuid not null references app_user,
  approved_by uuid not null references app_user,
  recorded_at timestamptz not null,
  constraint treasury_operation_wire_status check ((kind = 'funding_sent') = (status <> 'booked')),
  constraint treasury_operation_conversion check ((kind in ('coins_bought', 'coins_sold'))
    = (num_nonnulls(asset, units, fee_cents, value_cents, venue) = 5)),
  constraint treasury_operation_return check ((kind = 'funding_returned') = (funding_id is not null)),
  constraint treasury_operation_resolution check ((kind = 'suspense_resolved')
    = (num_nonnulls(suspense_id, target, target_id) = 3))
);
create index treasury_operation_by_company on treasury_operation (company_id, recorded_at, id);
create index treasury_operation_in_order on treasury_operation (recorded_at, id);
create index treasury_operation_in_transit on treasury_operation (recorded_at, id) where status = 'in_transit';
create index treasury_operation_by_reference on treasury_operation (reference, kind);
create index treasury_operation_by_funding on treasury_operation (funding_id) where funding_id is not null;
select protect('treasury_operation', 'nobody');
insert into plan_table values ('treasury_operation');

-- Capital is recorded here from now on. Where 1501 has run, its table has rows of booked capital; in a new installation it
-- is empty and has its first columns.
do $$ begin
  if exists (select from information_schema.columns
    where table_name = 'capital_contribution' and column_name = 'recorded_at')
  then execute $copy$
    insert into treasury_operation (id, company_id, kind, status, amount_cents, valued_on, reason, requested_by,
      approved_by, recorded_at)
    select id, company_id, 'capital_contributed', 'booked', amount_cents, (recorded_at at time zone 'UTC')::date, reason,
      requested_by, approved_by, recorded_at
    from capital_contribution
  $copy$;
  end if;
end $$;
