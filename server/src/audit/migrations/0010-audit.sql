-- Who did what to which object, when, from where, with what outcome. Ids only, no personal data. Append-only: the app's
-- role may insert and read, and a trigger refuses every change to everyone, the owner included.
create table audit (
  id uuid primary key,
  at timestamptz not null,
  -- business time, which sandbox mode may move ahead of `at`
  business_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('anonymous', 'session', 'api_key', 'job')),
  actor_id uuid,
  impersonator_id uuid,
  session_id uuid,
  company_id uuid,
  action text not null,
  object_id text,
  outcome text not null,
  request_id text not null,
  address text not null,
  details jsonb not null default '{}'
);
create index audit_by_company on audit (company_id, id desc);
create index audit_by_actor on audit (actor_id, id desc);
create index audit_by_object on audit (object_id, id desc) where object_id is not null;
select protect('audit', 'actor_id');

create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is never changed or deleted';
end $$;
create trigger audit_stays before update or delete or truncate on audit
  for each statement execute function audit_stays();

do $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name from pg_class c, aclexplode(c.relacl)
    where c.oid = 'audit'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke update, delete, truncate, references, trigger on audit from %I', role_name);
  end loop;
end $$;
