-- What of a wire to the issuer was found in suspense or came back. Each part raises it from the value that was read, so
-- of two parts at the same moment the second is decided again, and the last one ends the wire.
alter table treasury_operation add column used_cents bigint not null default 0;
update treasury_operation wire set used_cents = parts.cents
from (
  select coalesce(funding_id, target_id) as id, sum(amount_cents)::bigint as cents from treasury_operation
  where funding_id is not null or target = 'funding' group by 1
) parts
where wire.id = parts.id;
alter table treasury_operation
  add constraint treasury_operation_used check (used_cents between 0 and amount_cents),
  add constraint treasury_operation_used_of_wire check (used_cents = 0 or kind = 'funding_sent');
-- Such wires were left in transit by two parts at the same moment.
update treasury_operation set status = 'arrived' where status = 'in_transit' and used_cents = amount_cents;

-- Money in suspense may be the operator's own, which has no wire and no holder.
alter table treasury_operation
  drop constraint treasury_operation_target_check,
  drop constraint treasury_operation_resolution,
  add constraint treasury_operation_target_check check (target in ('funding', 'wallet', 'operator')),
  add constraint treasury_operation_resolution check (
    (kind = 'suspense_resolved') = (num_nonnulls(suspense_id, target) = 2)
    and (target_id is not null) = (target is not null and target <> 'operator')
    and (suspense_id is null) = (target is null));
