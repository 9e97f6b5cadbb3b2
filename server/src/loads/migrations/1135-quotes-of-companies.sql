-- The loads of a company since the start of its day, for what is used of its limits.
create index load_by_company_quote on load (company_id, quoted_at);
