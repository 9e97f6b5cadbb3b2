-- What is to be paid on a chain: withdrawals, and refunds of loads. An owner may have several, each with its part number.
create table payout (
  id uuid primary key,
  owner_kind text not null check (owner_kind in ('withdrawal', 'refund')),
  owner_id uuid not null,
  part int not null check (part > 0),
  company_id uuid not null references company,
  user_id uuid references app_user,
  network text not null,
  -- symbol of the coin
  asset text not null,
  -- checksummed
  to_address text not null,
  -- ledger units of the present attempt; before it, as ordered
  units bigint not null check (units > 0),
  -- contract units below one ledger unit that are paid too
  residue bigint not null default 0 check (residue >= 0),
  status text not null check (status in ('approved', 'sending', 'unknown', 'done', 'failed')),
  -- number of the present attempt; 0: none yet
  attempt int not null default 0 check (attempt >= 0),
  -- why it waits or failed
  reason text check (reason in ('no_funds', 'no_gas', 'signer_silent', 'signer_refused', 'chain_silent', 'screening_waits',
    'screened_out', 'withdrawn', 'reverted', 'replaced')),
  -- not sent before this instant
  next_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payout_sent check (status in ('approved', 'failed') or attempt > 0),
  constraint payout_part_once unique (owner_kind, owner_id, part)
);
create index payout_by_company on payout (company_id, id desc);
create index payout_open on payout (network, id) where status in ('approved', 'sending', 'unknown');
select protect('payout', 'user_id');
insert into plan_table values ('payout');

-- One attempt of a payout: one nonce of the payout wallet. A nonce is never used for two attempts.
create table payout_attempt (
  id uuid primary key,
  payout_id uuid not null references payout,
  company_id uuid not null,
  user_id uuid,
  n int not null check (n > 0),
  network text not null,
  nonce bigint not null check (nonce >= 0),
  units bigint not null check (units > 0),
  -- hash of the newest signed transaction; once it has ended, of the one that ended it
  tx_hash text not null,
  -- number of the newest signed transaction: 0, and one more for each with a higher fee
  replacement int not null default 0 check (replacement >= 0),
  sent_at timestamptz not null,
  outcome text check (outcome in ('confirmed', 'reverted', 'replaced')),
  block_number bigint,
  ended_at timestamptz,
  constraint payout_attempt_ended check ((outcome is null) = (ended_at is null)),
  constraint payout_attempt_once unique (payout_id, n),
  constraint payout_nonce_once unique (network, nonce)
);
create index payout_attempt_by_company on payout_attempt (company_id, id desc);
select protect('payout_attempt', 'user_id');
insert into plan_table values ('payout_attempt');

-- Every signed transaction of an attempt, stored before it is broadcast. All of them have the attempt's nonce.
create table payout_transaction (
  id uuid primary key,
  attempt_id uuid not null references payout_attempt,
  company_id uuid not null,
  user_id uuid,
  replacement int not null check (replacement >= 0),
  tx_hash text not null,
  signed_bytes text not null,
  max_fee_wei numeric(39) not null,
  tip_wei numeric(39) not null,
  signed_at timestamptz not null,
  constraint payout_transaction_once unique (attempt_id, replacement)
);
create index payout_transaction_by_company on payout_transaction (company_id, id desc);
select protect('payout_transaction', 'nobody');
insert into plan_table values ('payout_transaction');
