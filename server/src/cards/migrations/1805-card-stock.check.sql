select pg_temp.has('table', 'card_stock');
select pg_temp.has('index', 'card_stock_by_time card_stock_by_last_digits card_stock_by_type');
