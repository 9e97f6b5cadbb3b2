-- Administrators read the transactions of their companies by time.
create index card_transaction_by_company_time on card_transaction (company_id, at desc, id desc);
