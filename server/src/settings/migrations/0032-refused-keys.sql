-- The last failure was an answer that refused our key.
alter table provider_state add column key_refused boolean not null default false;
alter table provider_state add check (failures > 0 or not key_refused);
