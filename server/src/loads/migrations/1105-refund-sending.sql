-- A person takes a refund before sending it: from then on the payer cannot withdraw it and choose the credit instead.
alter table load_refund drop constraint load_refund_status_check;
alter table load_refund add constraint load_refund_status_check check (status in ('requested', 'sending', 'withdrawn'));
drop index load_refund_open;
create unique index load_refund_open on load_refund (load_id) where status in ('requested', 'sending');
