-- Drafts of all companies are counted and listed by their status; settlement_by_company_status finds those of a company.
create index settlement_by_status on settlement (status, period_end, id);
