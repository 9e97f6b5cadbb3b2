-- The policy of a row reads its person. With it in the index, the loads of a company are counted without reading the rows.
create index load_by_company_person on load (company_id, id desc) include (user_id);
drop index load_by_company;
