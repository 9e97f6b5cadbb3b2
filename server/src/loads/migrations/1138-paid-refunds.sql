-- A refund is paid by the product: `sending` once its payment is signed, `paid` once it is final. `failed`: nothing was paid.
alter table load_refund drop constraint load_refund_status_check;
alter table load_refund add constraint load_refund_status_check
  check (status in ('requested', 'queued', 'sending', 'paid', 'failed', 'withdrawn'));
insert into plan_table values ('load_refund');
-- The payments of refunds that were approved before.
insert into job (id, name, key, payload, due_at)
  select gen_random_uuid(), 'loads.order_refund', 'loads.order_refund:' || r.id, jsonb_build_object('entityId', r.load_id), 'epoch'
  from load_refund r where r.status = 'queued';
