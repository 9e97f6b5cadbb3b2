-- Events of the issuer are read in the scope of all tenants only.
alter policy everything on issuer_event rename to all_tenants;
-- An event of the issuer has at most one row of each purpose and reason.
alter index card_transaction_beside rename to card_transaction_by_issuer_event;
