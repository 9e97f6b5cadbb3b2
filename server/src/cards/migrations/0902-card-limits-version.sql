-- Counts what happens to the limits of a card: a change that is requested, confirmed or refused, or made at the issuer.
alter table card add column limits_version int not null default 1;
