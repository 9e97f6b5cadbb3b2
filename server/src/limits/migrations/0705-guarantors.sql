-- The company that answers for a used allowance: the parent at the time when the wallet was last not below zero. A company
-- that moves keeps its old guarantor until what it used is paid back (domain §14).
alter table balance_allowance add column guarantor_id uuid;
update balance_allowance b set guarantor_id = c.parent_id from company c where c.id = b.company_id;
