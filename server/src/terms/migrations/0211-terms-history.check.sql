select pg_temp.has('rule', 'terms_acceptance.terms_acceptance_company_id_fkey');
select pg_temp.has('history', 'terms_acceptance terms_edition terms_text');
