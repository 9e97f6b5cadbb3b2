-- A load may be accepted twice, with another gross, or go on with a part of its gross. Its shares name the gross that they
-- were computed from. That of an acceptance before the last one is not known for shares that exist.
update share s set basis = jsonb_build_object('gross', l.gross_cents::text)
  from load l where s.source_kind = 'load' and s.basis is null and l.id = s.source_id and l.accepted_at = s.accepted_at;

-- basis_of_shares as it was, with the gross of the share before that of its load.
create or replace function basis_of_shares(p_ids uuid[])
returns table (id uuid, ref text, gross_cents bigint, rates bigint[], levels jsonb)
language sql stable security definer set search_path = public, pg_temp rows 1000 as $$
  select s.id, l.ref,
    coalesce((s.basis ->> 'gross')::bigint, l.gross_cents),
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
