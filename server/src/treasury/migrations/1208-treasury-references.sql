-- A reference of the other side is recorded once for each kind, whatever its spaces and capitals, also by two requests that
-- are approved at the same moment. A trade has its reference at its venue, which is part of its key in the ledger.
alter table treasury_operation
  add column reference_key text generated always as (upper(regexp_replace(reference, '\s', '', 'g'))) stored;
create unique index treasury_operation_reference on treasury_operation (reference_key, kind)
  where kind not in ('coins_bought', 'coins_sold');
drop index treasury_operation_by_reference;
