-- The book: accounts, journals, postings and what is kept beside them. Only post_batch writes here (0101); the app's
-- role reads, and triggers refuse changes of history to everyone, the owner included.

-- Whoever else was granted this table by default keeps SELECT only.
create function only_readable(book_table regclass) returns void language plpgsql as $$
declare
  role_name name;
begin
  for role_name in
    select distinct grantee::regrole::name
    from pg_class c, aclexplode(c.relacl)
    where c.oid = book_table and grantee <> c.relowner and grantee <> 0
  loop
    execute format('revoke insert, update, delete, truncate, references, trigger on %s from %I', book_table, role_name);
  end loop;
end $$;

-- A definer function may be called by the roles that may read accounts, and by no one else.
create function callable_by_app(definer regprocedure) returns void language plpgsql as $$
declare
  role_name name;
begin
  execute format('revoke execute on function %s from public', definer);
  for role_name in
    select distinct grantee::regrole::name
    from pg_class c, aclexplode(c.relacl)
    where c.oid = 'account'::regclass and grantee <> c.relowner and grantee <> 0
  loop
    execute format('grant execute on function %s to %I', definer, role_name);
  end loop;
end $$;

create function history_stays() returns trigger language plpgsql as $$
begin
  raise exception '% is history: it is never changed or deleted', tg_table_name using errcode = 'LG003';
end $$;

create function append_only(book_table regclass) returns void language plpgsql as $$
begin
  execute format(
    'create trigger history_stays before update or delete or truncate on %s for each statement execute function history_stays()',
    book_table);
  perform only_readable(book_table);
end $$;

-- `id` is made from code, asset and owner, so that every process knows it without asking. `asset`: `token@chain`, where
-- the chart has one account per asset; `currency` is that asset or USD. `head` is the newest hash
-- of the account's chain; `floor` bounds the natural balance (null: none); `passable`: kinds that report an outside
-- fact may pass the floor.
create table account (
  id uuid primary key,
  balance bigint not null default 0,
  seq bigint not null default 0,
  -- What post_batch asks of an account, in one number: 1 debit side, 2 kept by reference, 4 passable, 8 in the twin
  -- rule, 16 closed, 32 in an asset. A generated column would cost 25 µs an update.
  traits int not null,
  head bytea not null,
  floor bigint,
  company_id uuid,
  owner_id uuid,
  code text not null,
  asset text,
  currency text not null,
  class "char" not null check (class in ('A', 'L', 'Q', 'I', 'E', 'P')),
  side "char" not null check (side in ('C', 'D')),
  by_ref boolean not null,
  passable boolean not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  check (closed_at is null or balance = 0),
  unique nulls not distinct (code, asset, owner_id)
) with (fillfactor = 50);
create index account_by_owner on account (owner_id, code) where owner_id is not null;
create index account_by_company on account (company_id, code) where company_id is not null;
create trigger account_is_what_it_is before update of id, code, asset, currency, owner_id, class, side, by_ref on account
  for each statement execute function history_stays();
create trigger account_stays before delete or truncate on account
  for each statement execute function history_stays();
select only_readable('account');
select protect('account', 'owner_id');

create table journal (
  id uuid primary key,
  idem text not null,
  command_hash bytea not null,
  kind text not null,
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  subject_id uuid,
  reverses uuid,
  break_id uuid,
  -- the transaction that wrote it, for the sealer
  tx bigint not null,
  constraint journal_idem unique (idem),
  constraint journal_names_its_break check (kind not like 'break.%' or break_id is not null)
);
create index journal_by_tx on journal using brin (tx) with (pages_per_range = 32, autosummarize = on);
create index journal_by_subject on journal (subject_id) where subject_id is not null;
create unique index journal_reversed_once on journal (reverses) where reverses is not null;
select append_only('journal');

create table posting (
  account_id uuid not null,
  seq bigint not null,
  journal_id uuid not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  effective_at timestamptz not null,
  company_id uuid,
  ref uuid,
  hash bytea not null,
  primary key (account_id, seq)
);
-- Journal ids follow time and so do the rows: a summary of each stretch finds a journal's legs at no cost to writers.
create index posting_by_journal on posting using brin (journal_id) with (pages_per_range = 32, autosummarize = on);
select append_only('posting');
select protect('posting', 'nobody');

-- A journal belongs to no company: whoever sees one sees all of it.
alter table journal enable row level security;
create policy everything on journal using ((select current_setting('app.scope', true)) = 'all');

-- Accounts kept by reference: what is open for each load, top-up, order, payout, deposit; natural side, never below 0.
create table ref_balance (
  account_id uuid not null,
  ref uuid not null,
  balance bigint not null check (balance >= 0),
  company_id uuid,
  open_since timestamptz not null,
  primary key (account_id, ref)
) with (fillfactor = 70);
create index ref_balance_open on ref_balance (open_since) where balance <> 0;
create index ref_balance_by_ref on ref_balance (ref);
select only_readable('ref_balance');
select protect('ref_balance', 'nobody');

-- One line for each journal that touches a wallet: its three buckets before and after. `seq` is the sum of the three
-- accounts' numbers, so it grows with every line of the wallet.
create table wallet_line (
  owner_id uuid not null,
  wallet text not null check (wallet in ('regular', 'immediate')),
  seq bigint not null,
  journal_id uuid not null,
  kind text not null,
  company_id uuid,
  effective_at timestamptz not null,
  available_before bigint not null,
  available_after bigint not null,
  pending_before bigint not null,
  pending_after bigint not null,
  reserved_before bigint not null,
  reserved_after bigint not null,
  primary key (owner_id, wallet, seq)
);
create index wallet_line_by_journal on wallet_line (journal_id);
select append_only('wallet_line');
select protect('wallet_line', 'owner_id');

-- An outside fact passed a floor: kept here until reconciliation takes it over, so that nothing is lost.
create table ledger_break (
  id uuid primary key,
  class text not null check (class in ('overdrawn_card', 'master_balance')),
  journal_id uuid not null,
  account_id uuid not null,
  owner_id uuid,
  company_id uuid,
  balance bigint not null,
  at timestamptz not null
);
create index ledger_break_by_time on ledger_break (at, id);
select append_only('ledger_break');
select protect('ledger_break', 'nobody');

-- What each batch answered, for the poster whose connection was lost while it waited.
create table ledger_batch (
  id uuid primary key,
  at timestamptz not null,
  answer text
);
select only_readable('ledger_batch');
alter table ledger_batch enable row level security;
create policy everything on ledger_batch using ((select current_setting('app.scope', true)) = 'all');

-- Tables whose rows a plan may insert or move. Modules register theirs by migration, a table after those it refers to.
create table plan_table (
  name regclass primary key,
  place int generated always as identity
);
select only_readable('plan_table');
