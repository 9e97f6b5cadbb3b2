-- A person reads and changes their own rows in every company's book. A person who changed company has rows of the past in
-- the former one, and an id of a person is unique in the whole installation, so the company adds nothing to it. The rows
-- of others are read by company, as before.
create or replace function protect(tenant_table regclass, user_column text default null) returns void language plpgsql as $$
declare
  companies text := 'company_id = any((select nullif(current_setting(''app.companies'', true), ''''))::uuid[])';
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
    select polrelid::regclass as tenant_table,
      substring(pg_get_expr(polqual, polrelid) from '\(\(?(\w+) = \( SELECT \(NULLIF\(current_setting\(''app\.user''') as user_column
    from pg_policy where polname = 'tenant'
  loop
    if rule.user_column is null then continue; end if;
    execute format('drop policy tenant on %s', rule.tenant_table);
    perform protect(rule.tenant_table, rule.user_column);
  end loop;
end $$;
