import type pg from 'pg'

/**
 * The two functions of `.check.sql` files, for one connection: `pg_temp.has(kind, names)` and
 * `pg_temp.has_not(kind, names)`. Names are separated by spaces; an object of a table is named `table.name`.
 * Each raises an error for the first name that fails. Kinds: `table`, `wall` (row-level security is on),
 * `history` (only the owner may change rows), `column`, `index`, `unique` (index), `rule` (a constraint that
 * was checked on all rows), `policy`, `trigger`, `function`.
 */
const keywords = `
  create function pg_temp.is_there(kind text, name text) returns boolean language plpgsql as $$
  declare
    owner regclass := case when position('.' in name) > 0 then to_regclass(split_part(name, '.', 1)) end;
    part text := split_part(name, '.', 2);
    relation regclass := to_regclass(name);
  begin
    return case kind
      when 'table' then exists (select from pg_class where oid = relation and relkind in ('r', 'p'))
      when 'wall' then exists (select from pg_class where oid = relation and relrowsecurity)
      when 'history' then relation is not null and not exists (
        select from pg_class c, aclexplode(c.relacl) g where c.oid = relation and g.grantee <> c.relowner
          and g.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE'))
      when 'column' then exists (
        select from pg_attribute where attrelid = owner and attname = part and not attisdropped)
      when 'index' then exists (select from pg_index where indexrelid = relation and indisvalid)
      when 'unique' then exists (select from pg_index where indexrelid = relation and indisvalid and indisunique)
      when 'rule' then exists (select from pg_constraint where conrelid = owner and conname = part and convalidated)
      when 'policy' then exists (select from pg_policy where polrelid = owner and polname = part)
      when 'trigger' then exists (
        select from pg_trigger where tgrelid = owner and tgname = part and tgenabled <> 'D')
      when 'function' then exists (
        select from pg_proc where pronamespace = 'public'::regnamespace and proname = name)
    end;
  end $$;
  create function pg_temp.check_all(wanted boolean, kind text, names text) returns void language plpgsql as $$
  declare name text;
  begin
    if names !~ '\\S' then raise exception 'a check names nothing'; end if;
    foreach name in array regexp_split_to_array(trim(names), '\\s+') loop
      if pg_temp.is_there(kind, name) is distinct from wanted then
        raise exception '% % is %', kind, name, case when wanted then 'missing' else 'left' end;
      end if;
    end loop;
  end $$;
  create function pg_temp.has(kind text, names text) returns void language sql
    as $$ select pg_temp.check_all(true, kind, names) $$;
  create function pg_temp.has_not(kind text, names text) returns void language sql
    as $$ select pg_temp.check_all(false, kind, names) $$;`

/** Creates the functions of the checks for a connection; they end with it. */
export const prepareChecks = async (client: pg.ClientBase): Promise<void> => {
  await client.query(keywords)
}
