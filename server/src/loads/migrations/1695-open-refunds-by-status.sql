-- The loads with a requested refund, or with one that waits to be sent, are found without reading all open refunds.
create index load_refund_by_status on load_refund (status, load_id) where status in ('requested', 'queued', 'sending');
