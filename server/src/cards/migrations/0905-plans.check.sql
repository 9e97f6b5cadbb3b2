select pg_temp.has('column', 'card_plan.kind card_plan.archived_at card_plan.version card_plan.created_at
  card_type.issue_plan_id card_type.replacement_plan_id card_type.image_url card_type.archived_at card_type.version
  card_type.created_at');
select pg_temp.has_not('column', 'card_plan.card_type_id card_plan.replacement_price_cents card_plan.image_url card_plan.active');
select pg_temp.has('rule', 'card_plan.card_plan_kind_check card_type.card_type_issue_plan_id_fkey
  card_type.card_type_replacement_plan_id_fkey');
select pg_temp.has_not('rule', 'card_type.card_type_code_key card_plan.card_plan_code_key');
select pg_temp.has('unique', 'card_type_code_once card_plan_code_once');
select pg_temp.has('index', 'card_by_type card_by_plan card_type_by_issue_plan card_type_by_replacement_plan');
do $$ begin
  assert (select bool_and(i.kind = 'issue' and r.kind = 'replacement') from card_type t
    join card_plan i on i.id = t.issue_plan_id join card_plan r on r.id = t.replacement_plan_id), 'a plan is of the wrong kind';
  assert (select count(*) from card_plan where kind = 'issue') = (select count(*) from card_plan where kind = 'replacement'),
    'a plan has no price of a replacement';
end $$;
