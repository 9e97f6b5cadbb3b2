-- Plans are records of their own: what a new card costs, or what its replacement costs. Several types may have one plan.
-- Archived plans and types cannot be chosen any more; cards that have them stay as they are.
alter table card_plan
  add column kind text check (kind in ('issue', 'replacement')),
  add column archived_at timestamptz,
  add column version int not null default 1,
  add column created_at timestamptz not null default clock_timestamp();
update card_plan set kind = 'issue', archived_at = case when active then null else clock_timestamp() end;

-- The replacement price of each plan becomes a plan, whose id follows from the other's.
create function pg_temp.replacement_of(id uuid) returns uuid language sql as $$
  select overlay(overlay(md5('replacement of ' || id) placing '8' from 13) placing 'a' from 17)::uuid
$$;
insert into card_plan (id, card_type_id, code, name, kind, price_cents, replacement_price_cents, archived_at)
  select pg_temp.replacement_of(id), card_type_id, code || '-replacement', name || ' replacement', 'replacement',
    replacement_price_cents, 0, archived_at
  from card_plan;

alter table card_type
  add column issue_plan_id uuid references card_plan,
  add column replacement_plan_id uuid references card_plan,
  add column image_url text,
  add column archived_at timestamptz,
  add column version int not null default 1,
  add column created_at timestamptz not null default clock_timestamp();
update card_type t set issue_plan_id = p.id, replacement_plan_id = pg_temp.replacement_of(p.id), image_url = p.image_url
from card_plan p
where p.id = (
  select id from card_plan where card_type_id = t.id and kind = 'issue'
  order by archived_at is not null, price_cents, code limit 1);

alter table card_type alter column issue_plan_id set not null, alter column replacement_plan_id set not null,
  alter column created_at drop default;
alter table card_plan alter column kind set not null, alter column created_at drop default,
  drop column card_type_id, drop column replacement_price_cents, drop column image_url, drop column active;

-- Two codes that differ only in capitals are the same.
alter table card_type drop constraint card_type_code_key;
alter table card_plan drop constraint card_plan_code_key;
create unique index card_type_code_once on card_type (lower(code));
create unique index card_plan_code_once on card_plan (lower(code));
-- A deletion compares all cards and types with the record.
create index card_by_type on card (card_type_id);
create index card_by_plan on card (plan_id);
create index card_type_by_issue_plan on card_type (issue_plan_id);
create index card_type_by_replacement_plan on card_type (replacement_plan_id);
