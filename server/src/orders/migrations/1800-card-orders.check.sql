select pg_temp.has('table', 'card_order');
select pg_temp.has('unique', 'card_order_open_once');
select pg_temp.has('index', 'card_order_by_user card_order_by_company');
select pg_temp.has('wall', 'card_order');
select pg_temp.has('policy', 'card_order.tenant');
select pg_temp.has('rule', 'card_order.card_order_paid card_order.card_order_delivered card_order.card_order_ended');
do $$ begin
  assert (select count(*) from plan_table where name = 'card_order'::regclass) = 1, 'no plan may write the table';
end $$;
