-- The result of the last finished check of the whole book, for the metrics of each copy of the server, also after a
-- restart.
create table book_check (
  only_row boolean primary key default true check (only_row),
  findings int not null check (findings >= 0),
  finished_at timestamptz not null
);
alter table book_check enable row level security;
create policy all_tenants on book_check using ((select current_setting('app.scope', true)) = 'all');
