-- The policies compare a row's company with a hash of the scope's companies, which a statement makes once. Before, they
-- read the whole list again for every row: with 1,000 companies 2 ms each, so that a list of 5,000 people took 9 s.
create or replace function protect(tenant_table regclass, user_column text default null) returns void
language plpgsql as $$
declare
  companies text := '(company_id in (select unnest(nullif(current_setting(''app.companies'', true), '''')::uuid[])))';
  no_person text := '(select nullif(current_setting(''app.user'', true), '''')) is null';
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('create policy tenant on %s using ((select current_setting(''app.scope'', true)) = ''all'' or %s)', tenant_table,
    case
      when user_column is null then companies
      when user_column = 'nobody' then format('(%s and %s)', companies, no_person)
      else format('%I = (select nullif(current_setting(''app.user'', true), '''')::uuid) or (%s and %s)',
        user_column, companies, no_person)
    end);
end $$;

do $$
declare
  rule record;
begin
  for rule in
    select polrelid::regclass as name, pg_get_expr(polqual, polrelid) as condition from pg_policy where polname = 'tenant'
  loop
    execute format('alter policy tenant on %s using (%s)', rule.name, regexp_replace(rule.condition,
      '\(company_id = ANY \(\(\( ?SELECT .*?\)\)::uuid\[\]\)\)',
      '(company_id in (select unnest(nullif(current_setting(''app.companies'', true), '''')::uuid[])))'));
  end loop;
end $$;
