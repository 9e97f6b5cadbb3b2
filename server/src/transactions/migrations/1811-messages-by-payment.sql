-- An event of the issuer about a payment has the issuer's id of the payment, so that all messages of a payment are found.
alter table issuer_event add column issuer_transaction_id text;
update issuer_event set issuer_transaction_id = coalesce(body -> 'data' ->> 'id', body ->> 'transactionId')
where about = 'transaction';
create index issuer_event_by_payment on issuer_event (issuer_transaction_id, received_at)
  where issuer_transaction_id is not null;
-- Administrators of the whole installation read the transactions of all companies by time, in one state or in all.
create index card_transaction_by_time on card_transaction (at desc, id desc);
create index card_transaction_by_status on card_transaction (status, at desc, id desc);
