-- Two people approve a refund before it is sent. From then on the payer cannot withdraw it.
alter table load_refund drop constraint load_refund_status_check;
alter table load_refund add constraint load_refund_status_check
  check (status in ('requested', 'queued', 'sending', 'withdrawn'));
alter table load_refund add column queued_at timestamptz;
drop index load_refund_open;
create unique index load_refund_open on load_refund (load_id) where status in ('requested', 'queued', 'sending');
