select pg_temp.has('table', 'card card_call card_plan card_type holder');
select pg_temp.has('index', 'card_by_company card_by_status card_by_user card_call_by_card card_plan_by_type');
select pg_temp.has('unique', 'card_automatic_once card_call_one_at_a_time');
select pg_temp.has('wall', 'card card_call holder');
select pg_temp.has('policy', 'card.tenant card_call.tenant holder.tenant');
select pg_temp.has('rule', 'card.card_bin_check card.card_block_reason_check card.card_card_type_id_fkey
  card.card_check card.card_check1 card.card_check2 card.card_check3
  card.card_expiry_check card.card_finish_check card.card_form_check
  card.card_issuer_card_id_key card.card_last_digits_check card.card_name_on_card_check
  card.card_origin_check card.card_payment_status_check card.card_plan_id_fkey
  card.card_ref_key card.card_reference_key card.card_replaced_by_card_id_fkey
  card.card_replaces_card_id_fkey card.card_status_check
  card_call.card_call_block_reason_check card_call.card_call_card_id_fkey
  card_call.card_call_check card_call.card_call_check1 card_call.card_call_kind_check
  card_call.card_call_status_check card_plan.card_plan_card_type_id_fkey
  card_plan.card_plan_code_check card_plan.card_plan_code_key
  card_plan.card_plan_price_cents_check card_plan.card_plan_replacement_price_cents_check
  card_type.card_type_check card_type.card_type_code_check card_type.card_type_code_key
  card_type.card_type_delivery_business_days_check card_type.card_type_finish_check
  card_type.card_type_form_check holder.holder_cif_key holder.holder_client_code_check
  holder.holder_company_id_client_code_key');
do $$ begin
  assert (select bool_and(exists (select from card_plan p where p.card_type_id = t.id)) from card_type t), 'a card type has no price';
end $$;
