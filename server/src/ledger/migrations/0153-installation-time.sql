-- When the first migration was applied, by real time. Until the first check of the book ends, its age is that of the
-- installation: a check that never ends is as late as one that stopped. The app cannot read the table of migrations.
create function installed_at() returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select min(applied_at) from migration
$$;
select callable_by_app('installed_at()');
