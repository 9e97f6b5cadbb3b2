select pg_temp.has('column', 'treasury_operation.used_cents');
select pg_temp.has('rule', 'treasury_operation.treasury_operation_used treasury_operation.treasury_operation_used_of_wire
  treasury_operation.treasury_operation_resolution treasury_operation.treasury_operation_target_check');
do $$ begin
  if exists (
    select from treasury_operation wire where wire.kind = 'funding_sent' and wire.used_cents <> (
      select coalesce(sum(part.amount_cents), 0) from treasury_operation part
      where part.funding_id = wire.id or (part.target = 'funding' and part.target_id = wire.id)))
  then raise exception 'A wire counts other parts than are recorded'; end if;
end $$;
