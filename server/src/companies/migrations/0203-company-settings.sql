-- Settings of a company that its screens change. Null: inherited, as the others (0200).
alter table company
  add column card_creation_enabled boolean,
  add column lock_after_seconds int check (lock_after_seconds between 60 and 3600),
  -- for Monday to Sunday the first and last minute in the company's time zone, or null
  add column support_hours jsonb check (jsonb_typeof(support_hours) = 'array' and jsonb_array_length(support_hours) = 7);

-- The orders of the list of companies, and the companies below one.
create index company_by_name on company (company_id, name, id);
create index company_by_age on company (company_id, created_at, id);
create index company_by_name_of_all on company (name, id);
create index company_by_age_of_all on company (created_at, id);
create index company_by_parent_and_name on company (parent_id, name, id);
-- The index above serves its question too.
drop index company_by_parent;

-- effective_company as it was (0202), with the new settings.
drop function effective_company(uuid[]);
create function effective_company(company_ids uuid[]) returns table (
  id uuid, parent_id uuid, tier smallint, path uuid[], slug text, name text, domain text, contact_email text,
  hue real, chroma real, logo_url text, time_zone text, kyc_service text, kyc_flow text, passkey_mandatory boolean,
  automatic_card_creation boolean, visible_to_adm boolean, operator_owned boolean, active boolean,
  card_creation_enabled boolean, lock_after_seconds int, support_hours jsonb
) language plpgsql stable security definer rows 4
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select c.id, c.parent_id, c.tier, c.path, c.slug, c.name, c.domain, up.contact_email,
    coalesce(brand.hue, 162), coalesce(brand.chroma, 0.09), brand.logo_url, coalesce(up.time_zone, 'UTC'),
    coalesce(up.kyc_service, 'veriff'), coalesce(up.kyc_flow, 'redirect'), coalesce(up.passkey_mandatory, false),
    coalesce(up.automatic_card_creation, false), c.visible_to_adm, c.operator_owned, c.active,
    coalesce(up.card_creation_enabled, true), up.lock_after_seconds, up.support_hours
  from company c
  cross join lateral (
    select (array_agg(a.contact_email order by a.tier desc) filter (where a.contact_email is not null))[1] as contact_email,
      (array_agg(a.time_zone order by a.tier desc) filter (where a.time_zone is not null))[1] as time_zone,
      (array_agg(a.kyc_service order by a.tier desc) filter (where a.kyc_service is not null))[1] as kyc_service,
      (array_agg(a.kyc_flow order by a.tier desc) filter (where a.kyc_flow is not null))[1] as kyc_flow,
      (array_agg(a.passkey_mandatory order by a.tier desc) filter (where a.passkey_mandatory is not null))[1] as passkey_mandatory,
      (array_agg(a.automatic_card_creation order by a.tier desc) filter (where a.automatic_card_creation is not null))[1] as automatic_card_creation,
      (array_agg(a.card_creation_enabled order by a.tier desc) filter (where a.card_creation_enabled is not null))[1] as card_creation_enabled,
      (array_agg(a.lock_after_seconds order by a.tier desc) filter (where a.lock_after_seconds is not null))[1] as lock_after_seconds,
      (array_agg(a.support_hours order by a.tier desc) filter (where a.support_hours is not null))[1] as support_hours
    from company a where a.id = any (c.path)
  ) up
  -- colour and logo belong together: they come from one company
  left join lateral (
    select a.hue, a.chroma, a.logo_url from company a
    where a.id = any (c.path) and a.hue is not null order by a.tier desc limit 1
  ) brand on true
  where c.id = any (company_ids);
end $$;

select callable_by_app('effective_company(uuid[])');

-- The companies from tier 1 down to this one, with what each has set itself: a company's screen says where each value
-- comes from. Definer: a scope that sees a company does not see those above it. The caller shows no name outside of the
-- reader's scope.
create function company_line(p_id uuid) returns setof company
language sql stable security definer set search_path = public, pg_temp as $$
  select a.* from company c join company a on a.id = any (c.path) where c.id = p_id order by a.tier
$$;
select callable_by_app('company_line(uuid)');
