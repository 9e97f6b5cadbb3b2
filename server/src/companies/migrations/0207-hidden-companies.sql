-- The companies that administrators of roles 1 and 3 do not see, as they are at the time of a statement. The policies of the
-- tenant tables read it, so it passes over the policies itself.
create function hidden_companies() returns setof uuid
language sql stable security definer set search_path = public, pg_temp rows 10 as $$
  select id from company where not visible_to_adm
$$;
select callable_by_app('hidden_companies()');
create index company_hidden on company (id) where not visible_to_adm;
