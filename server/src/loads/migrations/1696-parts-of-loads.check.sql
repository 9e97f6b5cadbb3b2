select pg_temp.has('table', 'load_part load_part_payment');
select pg_temp.has('unique', 'load_part_numbered load_part_payment_once load_reversal_once');
select pg_temp.has('wall', 'load_part load_part_payment');
select pg_temp.has('policy', 'load_part.tenant load_part_payment.tenant');
select pg_temp.has('rule', 'load_part.load_part_kind_check');
select pg_temp.has('column', 'load_reversal.gross_cents');
do $$ begin
  assert (select count(*) = 2 from plan_table where name in ('load_part'::regclass, 'load_part_payment'::regclass)),
    'no plan may write the tables';
end $$;
