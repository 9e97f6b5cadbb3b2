-- The list of requested deposits by wire reads those of the companies of its reader, or of all companies.
create index approval_of_deposits on approval (company_id, id)
  where kind in ('createTopUp', 'reverseTopUp') and status <> 'approved';
create index approval_of_all_deposits on approval (id)
  where kind in ('createTopUp', 'reverseTopUp') and status <> 'approved';
