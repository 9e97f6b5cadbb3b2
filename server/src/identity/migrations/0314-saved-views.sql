-- Order and filters of a list that a person saved under a name. `list` is the path of the list's call.
create table saved_view (
  company_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  list text not null check (length(list) <= 100),
  name text not null check (length(name) between 1 and 80),
  query jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, user_id, id)
);
select protect('saved_view', 'user_id');
