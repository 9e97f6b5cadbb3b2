-- A guarded update of a set of rows: all rows of a table that have some values, and whose other columns are at most
-- some values. It applies only if as many rows fit as the plan read, and if their amounts have the sum that it read. The
-- rows are locked until the batch ends. One group has the same table and columns; its rows are
-- [plan, null, count, sum or null, equal…, until…, set…] as texts; null stands where an update of one row has its id.

-- The condition of one row of a group, with the row as $1.
create function plan_set_condition(updates jsonb, this_row jsonb) returns text language plpgsql as $$
declare
  equal text[] := array(select jsonb_array_elements_text(updates -> 'equal'));
  until text[] := array(select jsonb_array_elements_text(updates -> 'until'));
  types text[] := plan_types(updates ->> 'table', equal || until, 'update');
  condition text := 'true';
begin
  if cardinality(equal) = 0 then
    raise exception 'a set of rows of % has no condition', updates ->> 'table' using errcode = 'LG002';
  end if;
  for ordinal in 1 .. cardinality(equal) loop
    condition := condition || case
      when this_row ->> (3 + ordinal) is null then format(' and t.%I is null', equal[ordinal])
      else format(' and t.%I = ($1 ->> %s)::%s', equal[ordinal], 3 + ordinal, types[ordinal]) end;
  end loop;
  for ordinal in 1 .. cardinality(until) loop
    condition := condition || format(' and t.%I <= ($1 ->> %s)::%s', until[ordinal],
      3 + cardinality(equal) + ordinal, types[cardinality(equal) + ordinal]);
  end loop;
  return condition;
end $$;

-- Locks the rows that fit and returns the numbers of the rows of the group that read something else.
create function plan_set_guard(updates jsonb) returns int[] language plpgsql as $$
declare
  summed text := coalesce(quote_ident(updates ->> 'sum'), '0');
  types text[] := plan_types(updates ->> 'table', array['id'] || array_remove(array[updates ->> 'sum'], null), 'update');
  this_row jsonb;
  ordinal int;
  found_count bigint;
  found_sum numeric;
  failed int[] := '{}';
begin
  -- By their values, without plan, null, count and sum: two batches lock the same sets in the same order.
  for this_row, ordinal in
    select * from jsonb_array_elements(updates -> 'rows') with ordinality r (v, ordinal) order by v - 0 - 0 - 0 - 0, ordinal
  loop
    execute format('select count(*), coalesce(sum(s.summed), 0) from (
        select %s as summed from %I t where %s order by t.id for update) s',
      summed, updates ->> 'table', plan_set_condition(updates, this_row))
    into found_count, found_sum using this_row;
    if (found_count = (this_row ->> 2)::bigint and (this_row ->> 3 is null or found_sum = (this_row ->> 3)::numeric))
      is not true then
      failed := failed || ordinal;
    end if;
  end loop;
  return failed;
end $$;

create function plan_set_update(updates jsonb, accepted boolean[]) returns void language plpgsql as $$
declare
  set_columns text[] := array(select jsonb_array_elements_text(updates -> 'set'));
  types text[] := plan_types(updates ->> 'table', set_columns, 'update');
  before int := 3 + jsonb_array_length(updates -> 'equal') + jsonb_array_length(updates -> 'until');
  sets text[] := '{}';
  this_row jsonb;
  changed bigint;
begin
  for ordinal in 1 .. cardinality(set_columns) loop
    sets := sets || format('%I = ($1 ->> %s)::%s', set_columns[ordinal], before + ordinal, types[ordinal]);
  end loop;
  for this_row in select * from jsonb_array_elements(updates -> 'rows') loop
    continue when accepted[(this_row ->> 0)::int] is not true;
    execute format('update %I t set %s where %s', updates ->> 'table', array_to_string(sets, ', '),
      plan_set_condition(updates, this_row))
    using this_row;
    get diagnostics changed = row_count;
    if changed > (this_row ->> 2)::bigint then
      raise exception 'rows of % came after they were counted', updates ->> 'table' using errcode = '40001';
    elsif changed < (this_row ->> 2)::bigint then
      raise exception 'two updates of this batch change the same rows of %', updates ->> 'table' using errcode = 'LG002';
    end if;
  end loop;
end $$;

do $do$
declare
  change text[];
  code text;
begin
  foreach change slice 1 in array array[
    ['plan_guard(jsonb)', 'return plan_set_guard(updates);'],
    ['plan_update(jsonb, boolean[])', 'perform plan_set_update(updates, accepted); return;']
  ] loop
    code := pg_get_functiondef(change[1]::regprocedure);
    assert code ~ E'\nbegin\n', change[1] || ' has another text';
    execute regexp_replace(code, E'\nbegin\n', format(E'\nbegin\n  if updates ? ''equal'' then %s end if;\n', change[2]));
  end loop;
end $do$;

do $$
declare
  part text;
begin
  foreach part in array array['plan_set_condition(jsonb, jsonb)', 'plan_set_guard(jsonb)',
    'plan_set_update(jsonb, boolean[])'] loop
    execute format('revoke execute on function %s from public', part);
  end loop;
end $$;
