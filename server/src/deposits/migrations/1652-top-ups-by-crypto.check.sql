select pg_temp.has('column', 'top_up.kind top_up.coins top_up.spread_cents');
select pg_temp.has('rule', 'top_up.top_up_kind_check top_up.top_up_matures top_up.top_up_by_kind');
select pg_temp.has('index', 'top_up_by_company_kind top_up_by_kind');
do $$ begin
  assert not exists (select from top_up where kind <> 'wire'), 'a top-up of before has crypto';
end $$;
