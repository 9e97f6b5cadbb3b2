-- The maximum emergency load of a company (domain §3), where the operator has set one. Null: it has none of its own any more.
create table emergency_maximum (
  id uuid primary key,
  company_id uuid not null unique,
  maximum_cents bigint check (maximum_cents >= 0),
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by uuid not null,
  reason text not null
);
select protect('emergency_maximum', 'nobody');

-- The maximum of the nearest company that has one, from a company up; no row: the platform's counts. Definer: a person's scope
-- does not see the companies above.
create function emergency_maximum_of(p_company uuid)
returns table (company_id uuid, maximum_cents bigint)
language plpgsql stable security definer rows 1
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    select m.company_id, m.maximum_cents
    from company c
    join emergency_maximum m on m.company_id = any (c.path) and m.maximum_cents is not null
    where c.id = p_company
    order by array_position(c.path, m.company_id) desc
    limit 1;
end $$;
select callable_by_app('emergency_maximum_of(uuid)');
