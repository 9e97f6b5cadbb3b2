-- The result of the last finished check of the whole book, for the metrics of each copy of the server, also after a
-- restart.
create table book_check (
  only_row boolean primary key default true check (only_row),
  findings int not null check (findings >= 0),
  finished_at timestamptz not null
);
select only_readable('book_check');
alter table book_check enable row level security;
create policy all_tenants on book_check using ((select current_setting('app.scope', true)) = 'all');

create function record_book_check(p_findings int, p_finished_at timestamptz) returns void language sql security definer
set search_path = public, pg_temp as $$
  insert into book_check (findings, finished_at) values (p_findings, p_finished_at)
  on conflict (only_row) do update set findings = excluded.findings, finished_at = excluded.finished_at
$$;
select callable_by_app('record_book_check(int, timestamptz)');
