-- The reversal of a load that is on its card: two people decided it, and the card issuer takes the money off the card. It is
-- `pending` until the issuer has made it; a refused one changed nothing.
create table load_reversal (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  load_id uuid not null references load,
  acceptance int not null,
  card_id uuid not null,
  -- number of the calls at the issuer so far
  part int not null default 1,
  status text not null constraint load_reversal_status_check check (status in ('pending', 'completed', 'refused')),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  requested_by uuid not null,
  approved_by uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- why the card was not changed: a code of the issuer or of ours
  refusal text,
  constraint load_reversal_ended_check check ((status = 'pending') = (ended_at is null) and (status = 'refused') = (refusal is not null))
);
create unique index load_reversal_once on load_reversal (load_id, acceptance) where status <> 'refused';
create index load_reversal_by_load on load_reversal (load_id, id);
create index load_reversal_pending on load_reversal (user_id) where status = 'pending';
select protect('load_reversal', 'user_id');
insert into plan_table values ('load_reversal');
