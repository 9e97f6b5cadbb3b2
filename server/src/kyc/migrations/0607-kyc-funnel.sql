-- Checks that were started in a period, for figures.
create index kyc_case_by_start on kyc_case (created_at);
create index kyc_case_by_company_start on kyc_case (company_id, created_at);
