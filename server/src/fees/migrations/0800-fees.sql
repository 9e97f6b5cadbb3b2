-- Fee schedules (domain §4): rates of the levels 0 (operator) to 4, in hundredths of a basis point, by speed. A company's
-- schedule counts for its subtree; the operator's own (company_id null) for everybody else. Versions never change: a
-- new one begins at its valid_from, and a quote freezes the one it was made with.
create table fee_schedule (
  id uuid primary key,
  company_id uuid,
  version int not null,
  valid_from timestamptz not null,
  regular_hundredths_bp bigint[] not null,
  immediate_hundredths_bp bigint[] not null,
  transfer_hundredths_bp bigint[] not null,
  created_at timestamptz not null,
  created_by uuid,
  unique nulls not distinct (company_id, version),
  check (cardinality(regular_hundredths_bp) = 5 and 0 <= all (regular_hundredths_bp)),
  check (cardinality(immediate_hundredths_bp) = 5 and 0 <= all (immediate_hundredths_bp)),
  check (cardinality(transfer_hundredths_bp) = 5 and 0 <= all (transfer_hundredths_bp))
);

create function fee_schedule_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a fee schedule is never changed: make a new version';
end $$;
create trigger fee_schedule_stays before update or delete on fee_schedule for each row execute function fee_schedule_stays();

-- The sum of the levels is below 100 %.
create function fee_schedule_sum() returns trigger language plpgsql as $$
begin
  if (select sum(rate) from unnest(new.regular_hundredths_bp) rate) >= 1000000
    or (select sum(rate) from unnest(new.immediate_hundredths_bp) rate) >= 1000000 then
    raise exception 'the rates of a schedule reach 100 %%' using errcode = '23514', constraint = 'fee_schedule_sum';
  end if;
  return new;
end $$;
create trigger fee_schedule_sum before insert on fee_schedule for each row execute function fee_schedule_sum();

insert into fee_schedule values ('01980000-0000-7000-8000-000000000801', null, 1, '2026-01-01T00:00:00Z',
  '{10000,5000,7500,5000,2500}', '{20000,7500,10000,7500,5000}', '{2000,2000,2000,2000,2000}', '2026-01-01T00:00:00Z', null);

-- The schedule that counts for a company at an instant: the nearest one up its path, else the operator's. Definer: a
-- person's scope does not see other levels' rates as rows.
create function effective_fee_schedule(p_company uuid, p_at timestamptz) returns table (
  id uuid, version int, regular bigint[], immediate bigint[], transfer bigint[]
) language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.version, f.regular_hundredths_bp, f.immediate_hundredths_bp, f.transfer_hundredths_bp
  from fee_schedule f
  left join company me on me.id = p_company
  where f.valid_from <= p_at and (f.company_id is null or f.company_id = any (me.path))
  order by array_position(me.path, f.company_id) desc nulls last, f.valid_from desc, f.version desc
  limit 1
$$;
select callable_by_app('effective_fee_schedule(uuid, timestamptz)');
select protect('fee_schedule', 'nobody');
