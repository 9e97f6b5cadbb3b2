-- The kinds of journal and the chart of accounts, as the code has them (kinds.ts, chart.ts). A start fills both tables
-- from kinds-and-chart.sql.
create table journal_kind (
  name text primary key,
  -- A pattern of LIKE. A correction's key has `:reversed` after it.
  key_pattern text not null,
  outside boolean not null,
  names_break boolean not null,
  built boolean not null,
  module text not null
);
select only_readable('journal_kind');

create table chart_line (
  code text not null,
  currency_kind text not null check (currency_kind in ('usd', 'asset', 'native', 'usd_of_asset')),
  has_asset boolean not null generated always as (currency_kind <> 'usd') stored,
  class "char" not null check (class in ('A', 'L', 'Q', 'I', 'E', 'P')),
  side "char" not null check (side in ('C', 'D')),
  owner_kinds text[] not null,
  floor bigint,
  by_ref boolean not null,
  passable boolean not null,
  -- 1 debit side, 2 by reference, 4 passable, 8 in the twin rule, 32 in an asset; 64 a wallet, 128 of the immediate
  -- kind, 256 its pending bucket, 512 its reserved bucket.
  traits int not null,
  primary key (code, has_asset)
);
select only_readable('chart_line');
