-- What a change of a schedule needs to know and to write. Definer: a change above reaches companies that the person does not
-- see, and a company's change needs the rates of the levels above.

-- The versions that count at p_from or later for a company (null: the platform), for the companies above it, and for those
-- below that have versions of their own. Of the earlier ones only the newest of each level counts.
create function fee_versions_near(p_company uuid, p_from timestamptz) returns table (
  id uuid, company_id uuid, path uuid[], version int, valid_from timestamptz, way text, level smallint, base_id uuid,
  regular bigint[], immediate bigint[], transfer bigint[], last_version int
) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  own uuid[] := (select c.path from company c where c.id = p_company);
begin
  return query
  with near as (
    select f.*, c.path, max(f.version) over (partition by f.company_id) as last_version
    from fee_schedule f left join company c on c.id = f.company_id
    where p_company is null or f.company_id is null or f.company_id = any (own) or c.path @> array[p_company]
  ), counted as (
    select n.id, n.valid_from > p_from
      or row_number() over (partition by n.company_id, n.level, n.valid_from > p_from
        order by n.valid_from desc, n.version desc) = 1 as counts
    from near n
  )
  select n.id, n.company_id, n.path, n.version, n.valid_from, n.way, n.level, n.base_id, n.regular_hundredths_bp,
    n.immediate_hundredths_bp, n.transfer_hundredths_bp, n.last_version
  from near n join counted k on k.id = n.id where k.counts
  order by n.id;
end $$;

-- Writes versions that begin in the future. Whoever writes them holds the lock of the schedules.
create function add_fee_versions(p_rows jsonb, p_at timestamptz) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if exists (select from jsonb_to_recordset(p_rows) as r(valid_from timestamptz) where r.valid_from <= p_at) then
    raise exception 'a fee schedule never begins in the past' using errcode = '23514';
  end if;
  insert into fee_schedule (id, company_id, version, valid_from, way, level, base_id, regular_hundredths_bp,
    immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by, approved_by, reason)
  select r.id, r.company_id, r.version, r.valid_from, r.way, r.level, r.base_id, r.regular, r.immediate, r.transfer, p_at,
    r.created_by, r.approved_by, r.reason
  from jsonb_to_recordset(p_rows) as r(id uuid, company_id uuid, version int, valid_from timestamptz, way text,
    level smallint, base_id uuid, regular bigint[], immediate bigint[], transfer bigint[], created_by uuid,
    approved_by uuid, reason text);
end $$;

select callable_by_app('fee_versions_near(uuid, timestamptz)');
select callable_by_app('add_fee_versions(jsonb, timestamptz)');
