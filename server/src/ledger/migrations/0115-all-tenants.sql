-- Rows that belong to no single tenant are read in the scope of all tenants only.
alter policy everything on journal rename to all_tenants;
alter policy everything on ledger_batch rename to all_tenants;
-- The sequence follows the name of its column.
alter sequence plan_table_place_seq rename to plan_table_write_order_seq;
