-- Who accepted which edition, and the editions themselves, are added to and never changed. Acceptances go with their company
-- only: the removal of the demo deletes its companies, and the rows follow.
alter table terms_acceptance drop constraint terms_acceptance_company_id_fkey,
  add constraint terms_acceptance_company_id_fkey foreign key (company_id) references company on delete cascade;
select only_added_to('terms_acceptance');
select only_added_to('terms_edition');
select only_added_to('terms_text');
