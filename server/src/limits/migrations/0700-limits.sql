-- Pay-in limits (domain §3): the platform's where company_id is null, else a company's own. All three are required.
create table payin_limit (
  id uuid primary key,
  company_id uuid,
  category text not null check (category in ('transfer', 'adjustment', 'virtual_load', 'withdrawal', 'plastic_first_load',
    'regular_topup', 'immediate_topup')),
  min_cents bigint not null check (min_cents > 0),
  max_cents bigint not null,
  daily_cents bigint not null,
  version int not null default 1,
  check (min_cents <= max_cents and max_cents <= daily_cents),
  unique nulls not distinct (company_id, category)
);

insert into payin_limit (id, category, min_cents, max_cents, daily_cents) values
  ('01980000-0000-7000-8000-000000000701', 'transfer', 100, 10000000, 20000000),
  ('01980000-0000-7000-8000-000000000702', 'adjustment', 100, 1000000, 2000000),
  ('01980000-0000-7000-8000-000000000703', 'virtual_load', 1000, 500000, 1000000),
  ('01980000-0000-7000-8000-000000000704', 'withdrawal', 5000, 1000000, 2000000),
  ('01980000-0000-7000-8000-000000000705', 'plastic_first_load', 5000, 500000, 1000000),
  ('01980000-0000-7000-8000-000000000706', 'regular_topup', 20000, 10000000, 20000000),
  ('01980000-0000-7000-8000-000000000707', 'immediate_topup', 100000, 10000000, 20000000);

-- The limit that counts for a company: its own, else its nearest ancestor's, else the platform's. Definer: a person's
-- scope does not see the ancestors.
create function effective_limit(p_company uuid, p_category text) returns table (min_cents bigint, max_cents bigint, daily_cents bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.min_cents, l.max_cents, l.daily_cents
  from payin_limit l
  left join company me on me.id = p_company
  where l.category = p_category and (l.company_id is null or l.company_id = any (me.path))
  order by array_position(me.path, l.company_id) desc nulls last
  limit 1
$$;
select callable_by_app('effective_limit(uuid, text)');
select protect('payin_limit', 'nobody');
