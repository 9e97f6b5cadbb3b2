select pg_temp.has('index', 'kyc_case_by_company');
