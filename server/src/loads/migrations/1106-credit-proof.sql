-- The issuer keeps no reference of a credit. Whether one happened is shown by the card's balance history and by what is
-- available on the card, so both are written down before the call. One operation at a time has a card: `checking`, `sent`,
-- `applied` (done, its history row not seen yet) and `review` (two people decide) hold it.
delete from issuer_move where purpose = 'take_back';
drop index issuer_move_part;
drop index issuer_move_taken_back;
drop index issuer_move_by_reference;
drop index issuer_move_asks_once;
alter table issuer_move drop constraint issuer_move_status_check;
alter table issuer_move drop column purpose;
alter table issuer_move drop column reference;
alter table issuer_move drop column reads;
alter table issuer_move rename column calls to attempts;
-- business time of the last attempt; called_at is its real time
alter table issuer_move add column sent_at timestamptz;
-- before the attempt, in thousandths of a dollar: what was available, and what payments since spent_from had taken
alter table issuer_move add column credit_before_mills bigint;
alter table issuer_move add column spent_before_mills bigint;
alter table issuer_move add column spent_from timestamptz;
-- false: the answer names another credit before than we had read, so payments since then have to explain it
alter table issuer_move add column is_explained boolean not null default true;
-- first of the two reads in a row that show no credit
alter table issuer_move add column quiet_at timestamptz;
alter table issuer_move add column review_reason text check (review_reason in ('foreign_row', 'undecided', 'absent_again',
  'row_missing'));
alter table issuer_move add column review_from text check (review_from in ('checking', 'sent', 'applied'));
alter table issuer_move add column review_at timestamptz;
update issuer_move set status = 'review', review_reason = 'undecided', review_from = 'sent', review_at = started_at,
    sent_at = started_at
  where status = 'unknown';
alter table issuer_move add constraint issuer_move_status_check check (status in ('started', 'checking', 'sent', 'applied',
  'review', 'done', 'refused'));
alter table issuer_move add constraint issuer_move_review_check check ((status = 'review') = (review_reason is not null));
create unique index issuer_move_part on issuer_move (load_id, part);
create unique index issuer_move_has_card on issuer_move (issuer_card_id)
  where status in ('checking', 'sent', 'applied', 'review');

-- Rows of the issuer's balance histories that were accounted for: `bound` to the one operation that made it, `foreign` by
-- decision of two people, or `stray`: no operation of ours explains it yet, and the card stands still until people decide.
create table issuer_history_row (
  id uuid primary key,
  company_id uuid not null,
  issuer_card_id text not null,
  row_id text not null unique,
  type text not null check (type in ('deposit', 'withdrawal')),
  amount_mills bigint not null,
  status text not null check (status in ('bound', 'foreign', 'stray')),
  move_id uuid unique references issuer_move,
  seen_at timestamptz not null,
  check ((status = 'bound') = (move_id is not null))
);
create index issuer_history_row_by_card on issuer_history_row (issuer_card_id);
select protect('issuer_history_row', 'nobody');
insert into plan_table values ('issuer_history_row');

-- What two people decide about an operation in review: one proposes, another confirms, the job carries it out.
create table credit_decision (
  id uuid primary key,
  company_id uuid not null,
  move_id uuid not null references issuer_move,
  choice text not null check (choice in ('bind', 'foreign', 'retry', 'return', 'accept')),
  row_id text,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- why it could not be carried out
  refusal text,
  check (confirmed_by <> proposed_by),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((choice in ('bind', 'foreign')) = (row_id is not null))
);
create unique index credit_decision_open on credit_decision (move_id) where ended_at is null;
select protect('credit_decision', 'nobody');

-- The credit of the load is decided by people: its page says so.
alter table load add column credit_review boolean not null default false;
