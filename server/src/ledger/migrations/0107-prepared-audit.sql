-- plan_insert as it was, with a plan for the audit that is kept: every call that moves money writes a row there, and to plan
-- the statement anew for each batch took longer than to write ten rows.
create or replace function plan_insert(inserts jsonb, accepted boolean[]) returns void language plpgsql as $$
declare
  columns text[] := array(select jsonb_array_elements_text(inserts -> 'columns'));
  types text[];
  places text[] := '{}';
begin
  if inserts ->> 'table' = 'audit' and columns = array['action', 'actor_id', 'actor_kind', 'address', 'at', 'business_at',
    'company_id', 'id', 'impersonator_id', 'object_id', 'outcome', 'request_id', 'session_id'] then
    insert into audit (action, actor_id, actor_kind, address, at, business_at, company_id, id, impersonator_id,
      object_id, outcome, request_id, session_id)
    select r.v ->> 1, (r.v ->> 2)::uuid, r.v ->> 3, r.v ->> 4, (r.v ->> 5)::timestamptz, (r.v ->> 6)::timestamptz,
      (r.v ->> 7)::uuid, (r.v ->> 8)::uuid, (r.v ->> 9)::uuid, r.v ->> 10, r.v ->> 11, r.v ->> 12, (r.v ->> 13)::uuid
    from jsonb_array_elements(inserts -> 'rows') r (v) where accepted[(r.v ->> 0)::int];
    return;
  end if;
  types := plan_types(inserts ->> 'table', columns);
  for place in 1 .. cardinality(columns) loop
    places := places || format('(r.v ->> %s)::%s', place, types[place]);
  end loop;
  execute format('insert into %I (%s) select %s from jsonb_array_elements($1) r (v) where $2[(r.v ->> 0)::int]',
    inserts ->> 'table',
    (select string_agg(quote_ident(name), ', ' order by place) from unnest(columns) with ordinality c (name, place)),
    array_to_string(places, ', '))
  using inserts -> 'rows', accepted;
end $$;
