-- The block of a transaction whose fee is known, so that the fees until a block are a sum. Null: the fee was read before
-- this column, so its block is older than every block that is compared from now on.
alter table gas_fee add column block_number bigint;
