-- Nearly every transfer is completed. The order of a company's transfers finds these soon, so only the others need an order
-- of their status, and a transfer that is completed at once has one index less to write.
drop index wallet_transfer_by_company_status;
create index wallet_transfer_by_company_status on wallet_transfer (company_id, status, made_at, id) where status <> 'completed';
