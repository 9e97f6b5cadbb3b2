-- basis_of_shares as it was, also for the shares of a settlement that is not approved yet, and for a reversed share of one
-- that is void: a settlement shows what each of its lines comes from. The caller has read the shares in its scope.
create or replace function basis_of_shares(p_ids uuid[])
returns table (id uuid, ref text, gross_cents bigint, rates bigint[], levels jsonb)
language sql stable security definer set search_path = public, pg_temp rows 1000 as $$
  select s.id, l.ref,
    coalesce(l.gross_cents, (s.basis ->> 'gross')::bigint),
    coalesce(l.rates, (select array_agg(rate::bigint order by at)
      from jsonb_array_elements_text(s.basis -> 'rates') with ordinality as r(rate, at))),
    coalesce(
      (select jsonb_agg(jsonb_build_object('level', (b ->> 'level')::int, 'part', b ->> 'partHundredthsBp',
          'isOwn', b ->> 'ownerId' = s.owner_id::text))
        from jsonb_array_elements(l.chain::jsonb) as c(b) where (b ->> 'level')::int > 0),
      (select jsonb_agg(jsonb_build_object('level', (b #>> '{}')::int, 'part', null, 'isOwn', (b #>> '{}')::int = s.level))
        from jsonb_array_elements(s.basis -> 'levels') as c(b)))
  from share s
  left join load l on s.source_kind = 'load' and l.id = s.source_id
  where s.id = any(p_ids)
$$;
