-- Refusals are few, and audit_by_refusal finds those of a company. Who reads all companies read a hundred times as many
-- entries to find and count them.
create index audit_refused on audit (id desc) include (company_id) where outcome <> 'done';
