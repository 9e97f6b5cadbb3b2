select pg_temp.has('table', 'company');
select pg_temp.has('index', 'company_by_parent company_by_path');
select pg_temp.has('wall', 'company');
select pg_temp.has('policy', 'company.tenant');
select pg_temp.has('rule', 'company.company_brand_hex_check company.company_check company.company_check1
  company.company_chroma_check company.company_domain_check company.company_domain_key
  company.company_hue_check company.company_kyc_flow_check company.company_name_check
  company.company_parent_id_fkey company.company_slug_check company.company_slug_key
  company.company_tier_check');
select pg_temp.has('function', 'effective_company find_company');
do $$ begin
  assert (select count(*) = 1 from company where tier = 1), 'House is not the only company of the first tier';
end $$;
