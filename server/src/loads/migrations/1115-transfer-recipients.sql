-- The addresses that hold money are read in order, when the book is compared with the chain (R7 of money §5).
create index chain_transfer_by_recipient on chain_transfer (network, recipient);
