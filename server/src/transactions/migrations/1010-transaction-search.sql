-- Administrators find payments by their authorisation code.
create index card_transaction_by_authorisation on card_transaction (authorisation_code, id desc)
  where authorisation_code is not null;
