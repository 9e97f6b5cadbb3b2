select pg_temp.has('column', 'balance_allowance.guarantor_id');
do $$ begin
  assert not exists (
    select from balance_allowance b join company c on c.id = b.company_id
    where b.guarantor_id is null and c.parent_id is not null
  ), 'an allowance has no guarantor';
end $$;
