-- The reconciliation reads the events of some days. They are stored in about the order of their times, so an index of a few
-- pages finds them.
create index payment_event_by_time on payment_event using brin (occurred_at) with (pages_per_range = 32);
