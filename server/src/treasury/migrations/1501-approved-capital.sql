-- Capital is requested and approved like every call of two people (table approval), and is recorded here when it is
-- booked. A proposal that nobody confirmed has booked nothing: it is removed, and requested again.
delete from capital_contribution where confirmed_at is null;
alter table capital_contribution drop constraint capital_contribution_check;
alter table capital_contribution drop constraint capital_contribution_check1;
alter table capital_contribution drop column proposed_at;
alter table capital_contribution rename column proposed_by to requested_by;
alter table capital_contribution rename column confirmed_by to approved_by;
alter table capital_contribution rename column confirmed_at to recorded_at;
alter table capital_contribution rename column note to reason;
alter table capital_contribution alter column approved_by set not null;
alter table capital_contribution alter column recorded_at set not null;
drop index capital_contribution_by_company;
create index capital_contribution_by_company on capital_contribution (company_id, recorded_at, id);
