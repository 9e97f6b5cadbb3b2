-- A phrase of one or two letters is in no part of the index, and the search read everybody. It now finds words that begin
-- with it, which the index knows. Signs alone find nobody: no index has them.
create or replace function find_people(p_phrase text, p_most int) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  is_short boolean := length(p_phrase) < 3;
  plain text := regexp_replace(p_phrase, '([\\%_])', '\\\1', 'g');
  pattern text := case when is_short then plain || '%' else '%' || plain || '%' end;
  later text := '% ' || plain || '%';
  companies uuid[] := nullif(current_setting('app.companies', true), '')::uuid[];
  person uuid := nullif(current_setting('app.user', true), '')::uuid;
  found uuid[];
begin
  if p_phrase !~ '[[:alnum:]]' then
    return '{}';
  end if;
  if current_setting('app.scope', true) = 'all' then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later) limit p_most + 1);
  elsif person is not null then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and (id = person or current_setting('app.scope', true) = 'seller' and id in (select people_of_seller(person)))
      limit p_most + 1);
  elsif current_setting('app.scope', true) = 'visible' then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and (company_id = any (companies) or company_id not in (select hidden_companies()))
      limit p_most + 1);
  elsif cardinality(companies) <= 1000 then
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and company_id = any (companies)
      limit p_most + 1);
  else
    found := array(select id from app_user
      where role_id in (2, 7, 8) and (search_text like pattern or is_short and search_text like later)
        and (company_id in (select unnest(companies)) or false)
      limit p_most + 1);
  end if;
  return case when cardinality(found) <= p_most then found end;
end $$;
