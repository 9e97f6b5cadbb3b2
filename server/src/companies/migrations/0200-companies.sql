-- The tree of companies under the operator (domain §1). `path` holds the ancestors from tier 1 down to the company
-- itself, so that a subtree is one index look-up. Settings that are null come from the nearest ancestor that has them.
create table company (
  id uuid primary key,
  company_id uuid not null generated always as (id) stored,
  parent_id uuid references company,
  tier smallint not null check (tier between 1 and 4),
  path uuid[] not null,
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,30}$'),
  name text not null check (length(name) between 1 and 80),
  domain text unique check (domain = lower(domain)),
  url text,
  contact_email text,
  brand_hex text check (brand_hex ~ '^#[0-9a-f]{6}$'),
  hue real check (hue >= 0 and hue < 360),
  chroma real check (chroma between 0 and 0.2::real),
  logo_url text,
  time_zone text,
  kyc_service text,
  kyc_flow text check (kyc_flow in ('redirect', 'frame')),
  passkey_mandatory boolean,
  automatic_card_creation boolean,
  visible_to_adm boolean not null default true,
  -- adds its rate to the nearest level above (domain §4)
  operator_owned boolean not null default false,
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null,
  check ((tier = 1) = (parent_id is null)),
  check (cardinality(path) = tier and path[tier] = id)
);
create index company_by_path on company using gin (path);
create index company_by_parent on company (parent_id);
select protect('company');

-- A company with the settings that it has or inherits. Definer: a scope that sees a company does not see its ancestors.
-- Answers the companies asked for and nothing else.
create function effective_company(company_ids uuid[]) returns table (
  id uuid, parent_id uuid, tier smallint, path uuid[], slug text, name text, domain text, contact_email text,
  hue real, chroma real, logo_url text, time_zone text, kyc_service text, kyc_flow text, passkey_mandatory boolean,
  automatic_card_creation boolean, visible_to_adm boolean, operator_owned boolean, active boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.parent_id, c.tier, c.path, c.slug, c.name, c.domain, up.contact_email,
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
  where c.id = any (company_ids)
$$;
select callable_by_app('effective_company(uuid[])');

-- The company of a host: its slug or its own domain. Definer: a host is looked up before anybody is known.
create function find_company(p_slug text, p_domain text) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from company where slug = p_slug or domain = p_domain order by (slug = p_slug) desc nulls last limit 1
$$;
select callable_by_app('find_company(text, text)');

-- The operator's own tier-1 company, which everybody belongs to who came through no other (domain §1).
insert into company (id, tier, path, slug, name, brand_hex, hue, chroma, time_zone, kyc_service, kyc_flow,
  passkey_mandatory, automatic_card_creation, operator_owned, created_at)
values ('00000000-0000-7000-8000-000000000001', 1, array['00000000-0000-7000-8000-000000000001'::uuid], 'house', 'House',
  null, 162, 0.09, 'UTC', 'veriff', 'redirect', false, false, true, '2026-01-01T00:00:00Z');
