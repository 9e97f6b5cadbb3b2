-- What administrators write on a person, company, card or another object. The company is that of the object; for an
-- object of the installation, such as a card type, that of the author.
create table note (
  id uuid primary key,
  company_id uuid not null references company,
  kind text not null check (length(kind) between 1 and 40),
  entity_id uuid not null,
  author_id uuid not null references app_user,
  text text not null check (length(text) between 1 and 2000),
  mention_ids uuid[] not null default '{}' check (cardinality(mention_ids) <= 20),
  pinned boolean not null default false,
  -- Pinned notes first, then the newest.
  position text not null generated always as (case when pinned then '1' else '0' end || id::text) stored,
  created_at timestamptz not null,
  edited_at timestamptz,
  version int not null default 1
);
create index note_by_entity on note (kind, entity_id, position desc);
create index note_by_company on note (company_id, id desc);
create index note_by_author on note (company_id, author_id, id desc);
create index note_pinned on note (company_id, id desc) where pinned;
create index note_by_mention on note using gin (mention_ids);
select protect('note', 'nobody');
