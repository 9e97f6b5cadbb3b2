-- What settled shares were computed from, for the file of a settlement: the owner recomputes each share from it. A load of
-- another company, or of another chain since, is outside of the owner's scope. So this says of it no more than its
-- reference, gross and rates, and of other beneficiaries no more than their level and part. The caller has read the shares
-- in its scope.
create function basis_of_shares(p_ids uuid[])
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
  where s.id = any(p_ids) and s.settlement_id is not null
$$;
select callable_by_app('basis_of_shares(uuid[])');

-- Whether a signed block has the journal with a key. The caller has found the settlement with this key in its scope.
create function is_key_signed(p_key text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from journal_key k join signed_entry e on e.id = k.journal_id where k.key = journal_key_of(p_key)
  );
end $$;
select callable_by_app('is_key_signed(text)');
