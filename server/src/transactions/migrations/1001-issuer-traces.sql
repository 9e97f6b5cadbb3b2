-- The issuer's webhooks carry no id: a delivery is known by its trace id, which its retries keep, and what happened by
-- type, name, object and lifecycle event. Both count once.
alter table issuer_event add column trace_id text unique;
