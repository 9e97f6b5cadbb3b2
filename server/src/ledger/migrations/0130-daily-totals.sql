-- Sums of postings by line of the chart and day on which they are effective. A trial balance of the past adds them up and
-- reads the postings of its own day and of the last hours, so it does not read the whole book.
create table daily_total (
  code text not null,
  asset text,
  day date not null,
  currency text not null,
  class "char" not null,
  side "char" not null,
  -- credit +, debit −, as in postings
  amount bigint not null,
  unique nulls not distinct (code, asset, day)
);
select only_readable('daily_total');
alter table daily_total enable row level security;
create policy all_tenants on daily_total using ((select current_setting('app.scope', true)) = 'all');

-- Journals up to this id are in the totals. Nobody can post one with a lower id any more: post_batch refuses ids that were
-- not made within the last hour, and a statement ends long before another hour has passed.
create table total_progress (
  only_row boolean primary key default true check (only_row),
  summed_to uuid not null default '00000000-0000-0000-0000-000000000000',
  wait_minutes int not null default 120
);
insert into total_progress default values;
select only_readable('total_progress');

-- Postings of one day: their order is about that of their times.
create index posting_by_effect on posting using brin (effective_at) with (pages_per_range = 32, autosummarize = on);

-- Adds the postings of the next journals to the totals, at most p_most journals. True: there are more. The caller has no
-- say in what is added, so everybody who may post may call it.
create function sum_next_postings(p_most int) returns boolean language plpgsql security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  since uuid;
  closed uuid;
  last_id uuid;
begin
  select p.summed_to, (lpad(to_hex(greatest(0, (extract(epoch from clock_timestamp()
    - make_interval(mins => p.wait_minutes + b.recorded_behind_minutes)) * 1000)::bigint)), 12, '0') || '00000000000000000000')::uuid
  into since, closed
  from total_progress p, posting_bound b for update of p;
  -- Only journals that exist move the position, so a book that is filled later is summed from its first journal.
  select j.id into last_id from (
    select id from journal where id > since and id < closed order by id limit p_most
  ) j order by j.id desc limit 1;
  if last_id is null then return false; end if;
  insert into daily_total as t (code, asset, day, currency, class, side, amount)
  select a.code, a.asset, (p.effective_at at time zone 'UTC')::date, a.currency, a.class, a.side, sum(p.amount)
  from posting p join account a on a.id = p.account_id
  where p.journal_id > since and p.journal_id <= last_id
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3
  on conflict (code, asset, day) do update set amount = t.amount + excluded.amount;
  update total_progress set summed_to = last_id;
  return exists (select from journal where id > last_id and id < closed);
end $$;
select callable_by_app('sum_next_postings(int)');
