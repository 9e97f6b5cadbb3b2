-- What every table of a tenant is protected by, and the tables of the kernel itself.

-- protect(table, user_column): row-level security. `app.scope = all` is said by jobs and the poster; else a row is
-- seen when its company is in app.companies and, where a person's own scope is set, the row is theirs. A table without
-- a user column is hidden from personal scopes when user_column is 'nobody', and company-wide when it is null.
create function protect(tenant_table regclass, user_column text default null) returns void
language plpgsql as $$
declare
  own text := case
    when user_column is null then 'true'
    when user_column = 'nobody' then '(select nullif(current_setting(''app.user'', true), '''')) is null'
    else format('((select nullif(current_setting(''app.user'', true), '''')::uuid) is null or %I = (select nullif(current_setting(''app.user'', true), '''')::uuid))', user_column)
  end;
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format(
    'create policy tenant on %s using ((select current_setting(''app.scope'', true)) = ''all'' or (company_id = any((select nullif(current_setting(''app.companies'', true), ''''))::uuid[]) and %s))',
    tenant_table, own);
end $$;

-- Business time is ahead of real time by this much; a single row that only grows.
create table clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into clock default values;
create function clock_only_grows() returns trigger language plpgsql as $$
begin
  if new.offset_ms < old.offset_ms then raise exception 'the clock never turns back'; end if;
  return new;
end $$;
create trigger clock_only_grows before update on clock for each row execute function clock_only_grows();

-- What happened, in the transaction in which it happened. Cursor of the live stream and of the feed.
create table event (
  id uuid primary key,
  type text not null,
  entity text not null,
  entity_id uuid not null,
  company_id uuid,
  user_id uuid,
  payload jsonb not null default '{}',
  at timestamptz not null,
  tx xid8 not null default pg_current_xact_id()
);
create index event_by_user on event (user_id, id desc);
create index event_by_company on event (company_id, id desc);

-- Work that is due: one row per event and consumer, per timer, per retry. Run in due order on business time.
create table job (
  id uuid primary key,
  name text not null,
  key text unique,
  payload jsonb not null default '{}',
  due_at timestamptz not null,
  attempts int not null default 0,
  -- real time until which a worker holds it
  leased_until timestamptz,
  last_error text,
  dead boolean not null default false
);
create index job_due on job (due_at, id) where not dead;

-- First answers under an Idempotency-Key: (principal, key) has one effect for ever.
create table idempotency (
  principal text not null,
  key text not null,
  fingerprint bytea not null,
  status int not null,
  body text not null,
  at timestamptz not null,
  primary key (principal, key)
);
