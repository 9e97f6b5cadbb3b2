-- The live stream reads by transaction: what committed since the last look, also when its id is older. `open_from` is the
-- oldest transaction that was under way when the event was written: who heard this event has heard all below that.
alter table event add column open_from xid8 not null default pg_snapshot_xmin(pg_current_snapshot());
create index event_by_tx on event (tx, id);
