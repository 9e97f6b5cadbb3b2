select pg_temp.has('table', 'top_up top_up_proof');
select pg_temp.has('unique', 'top_up_of_reference top_up_of_ref top_up_proof_used_once');
select pg_temp.has('index', 'top_up_proof_by_company top_up_proof_unused top_up_by_company top_up_in_order top_up_by_company_gross top_up_by_gross
  top_up_by_company_status top_up_by_status top_up_by_company_wire top_up_by_wire top_up_waiting');
select pg_temp.has('wall', 'top_up top_up_proof');
select pg_temp.has('policy', 'top_up.tenant top_up_proof.tenant');
do $$ begin
  assert (select count(*) = 2 from plan_table where name in ('top_up'::regclass, 'top_up_proof'::regclass)),
    'no plan may write a table';
  assert wire_of_reference('none') = (null::uuid, coalesce((select seq from account
    where code = 'bank.unconfirmed' and owner_id is null), 0)), 'a reference is used that nobody entered';
end $$;
