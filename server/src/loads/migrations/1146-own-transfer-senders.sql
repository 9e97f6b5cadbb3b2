-- What was collected from a payment address.
create index own_transfer_by_sender on own_transfer (network, sender);
