select pg_temp.has('policy', 'journal.all_tenants ledger_batch.all_tenants');
select pg_temp.has_not('policy', 'journal.everything ledger_batch.everything');
do $$ begin
  assert pg_get_serial_sequence('plan_table', 'write_order') = 'public.plan_table_write_order_seq',
    'the write order has another sequence';
end $$;
