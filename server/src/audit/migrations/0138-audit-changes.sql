-- What a call changed, next to its audit row: the fields of each changed object before and after. Values of personal
-- data are in `personal` only, encrypted with the person's key in audit_key: without this key nobody can read them.
create table audit_key (
  subject_id uuid primary key,
  -- encrypted with the key of the installation
  encrypted bytea not null
);

create table audit_change_first (
  audit_id uuid not null,
  number smallint not null check (number > 0),
  entity text not null,
  entity_id text not null,
  company_id uuid,
  -- the person concerned
  user_id uuid,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  personal_fields text[] not null default '{}',
  personal bytea,
  primary key (audit_id, number)
);
create table audit_change (like audit_change_first including defaults including constraints,
  primary key (audit_id, number)) partition by range (audit_id);
create index audit_change_by_entity on audit_change (entity_id, entity, audit_id desc);
select protect('audit_change', 'user_id');
-- As audit rows are: in any scope.
create policy written on audit_change for insert with check (true);
select only_added_to('audit_change');
create trigger audit_stays before update or delete or truncate on audit_change
  for each statement execute function audit_stays();
select partition_by_month('audit_change', 'audit_change_first', 'audit_id', null);
insert into plan_table values ('audit_change');

-- The browser or program of the caller as it names itself, and the person whom the call concerns if they are not its
-- caller.
alter table audit add column device text, add column subject_id uuid;
create index audit_by_subject on audit (subject_id, id desc) where subject_id is not null;

-- The prepared insert of plan_insert names all columns but the details.
do $$
declare
  code text := pg_get_functiondef('plan_insert(jsonb, boolean[])'::regprocedure);
  replaced text[];
begin
  foreach replaced slice 1 in array array[
    [$a$'company_id', 'id', 'impersonator_id', 'object_id', 'outcome', 'request_id', 'session_id'] then$a$,
     $b$'company_id', 'device', 'id', 'impersonator_id', 'object_id', 'outcome', 'request_id', 'session_id',
    'subject_id'] then$b$],
    [$a$business_at, company_id, id, impersonator_id,
      object_id, outcome, request_id, session_id)$a$,
     $b$business_at, company_id, device, id,
      impersonator_id, object_id, outcome, request_id, session_id, subject_id)$b$],
    [$a$(r.v ->> 7)::uuid, (r.v ->> 8)::uuid, (r.v ->> 9)::uuid, r.v ->> 10, r.v ->> 11, r.v ->> 12, (r.v ->> 13)::uuid$a$,
     $b$(r.v ->> 7)::uuid, r.v ->> 8, (r.v ->> 9)::uuid, (r.v ->> 10)::uuid, r.v ->> 11, r.v ->> 12, r.v ->> 13,
      (r.v ->> 14)::uuid, (r.v ->> 15)::uuid$b$]
  ] loop
    assert position(replaced[1] in code) > 0, 'plan_insert has another text';
    code := replace(code, replaced[1], replaced[2]);
  end loop;
  execute code;
end $$;
