-- The list of cases of one company or a few: without it every case of all of them is read.
create index kyc_case_by_company on kyc_case (company_id, changed_at desc, id desc);
