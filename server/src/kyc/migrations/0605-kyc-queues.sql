-- The tabs of the queue count the cases of the reader's companies in one state.
create index kyc_case_by_company_status on kyc_case (company_id, status, changed_at desc, id desc);
