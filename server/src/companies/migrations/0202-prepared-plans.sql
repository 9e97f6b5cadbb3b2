-- effective_company as it was, in a language that prepares its plan once for each connection. As an SQL function it was
-- planned at every call, which cost four times what running it does; nearly every request calls it.
create or replace function effective_company(company_ids uuid[]) returns table (
  id uuid, parent_id uuid, tier smallint, path uuid[], slug text, name text, domain text, contact_email text,
  hue real, chroma real, logo_url text, time_zone text, kyc_service text, kyc_flow text, passkey_mandatory boolean,
  automatic_card_creation boolean, visible_to_adm boolean, operator_owned boolean, active boolean
) language plpgsql stable security definer rows 4
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query select c.id, c.parent_id, c.tier, c.path, c.slug, c.name, c.domain, up.contact_email,
    coalesce(brand.hue, 162), coalesce(brand.chroma, 0.09), brand.logo_url, coalesce(up.time_zone, 'UTC'),
    coalesce(up.kyc_service, 'veriff'), coalesce(up.kyc_flow, 'redirect'), coalesce(up.passkey_mandatory, false),
    coalesce(up.automatic_card_creation, false), c.visible_to_adm, c.operator_owned, c.active
  from company c
  cross join lateral (
    select (array_agg(a.contact_email order by a.tier desc) filter (where a.contact_email is not null))[1] as contact_email,
      (array_agg(a.time_zone order by a.tier desc) filter (where a.time_zone is not null))[1] as time_zone,
      (array_agg(a.kyc_service order by a.tier desc) filter (where a.kyc_service is not null))[1] as kyc_service,
      (array_agg(a.kyc_flow order by a.tier desc) filter (where a.kyc_flow is not null))[1] as kyc_flow,
      (array_agg(a.passkey_mandatory order by a.tier desc) filter (where a.passkey_mandatory is not null))[1] as passkey_mandatory,
      (array_agg(a.automatic_card_creation order by a.tier desc) filter (where a.automatic_card_creation is not null))[1] as automatic_card_creation
    from company a where a.id = any (c.path)
  ) up
  -- colour and logo belong together: they come from one company
  left join lateral (
    select a.hue, a.chroma, a.logo_url from company a
    where a.id = any (c.path) and a.hue is not null order by a.tier desc limit 1
  ) brand on true
  where c.id = any (company_ids);
end $$;
