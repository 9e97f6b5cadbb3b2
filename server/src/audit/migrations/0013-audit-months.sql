-- The audit in months, as it was in all else: added to, never changed, and never dropped.
alter table audit rename to audit_first;
alter index audit_pkey rename to audit_first_pkey;
alter index audit_by_company rename to audit_first_by_company;
alter index audit_by_actor rename to audit_first_by_actor;
alter index audit_by_object rename to audit_first_by_object;
create table audit (like audit_first including defaults including constraints, primary key (id)) partition by range (id);
create index audit_by_company on audit (company_id, id desc);
create index audit_by_actor on audit (actor_id, id desc);
create index audit_by_object on audit (object_id, id desc) where object_id is not null;
select protect('audit', 'actor_id');
create policy written on audit for insert with check (true);
select only_added_to('audit');
create trigger audit_stays before update or delete or truncate on audit
  for each statement execute function audit_stays();
select begin_months('audit', 'audit_first', 'id', null);
create trigger audit_stays before update or delete or truncate on audit_other
  for each statement execute function audit_stays();
do $$
begin
  -- Plans name their tables by what the table is, not by how it is called.
  if to_regclass('plan_table') is not null then
    update plan_table set name = 'audit'::regclass where name = 'audit_first'::regclass;
  end if;
end $$;
