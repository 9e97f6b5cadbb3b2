-- The list of requested transfers reads those of the companies of its reader, or of all companies.
create index approval_of_transfers on approval (company_id, id)
  where kind in ('createTransfer', 'reverseTransfer', 'createWalletLoad', 'createWalletLoadBatch') and status <> 'approved';
create index approval_of_all_transfers on approval (id)
  where kind in ('createTransfer', 'reverseTransfer', 'createWalletLoad', 'createWalletLoadBatch') and status <> 'approved';
