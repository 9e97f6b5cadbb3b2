import { plannedEachTime } from '../kernel/queries.ts'

/** Balances by code and currency: now, or from the postings effective up to an instant. */
export const trialBalanceNow = `
  select code, asset, currency, class::text,
    (case when side = 'D' then -sum(balance) else sum(balance) end)::int8 as natural
  from account group by code, asset, currency, class, side having sum(balance) <> 0 or bool_or(seq > 0)
  order by code, asset nulls first`
/**
 * Balances by code now, from the totals of all days and the postings that are not in them yet. It reads no account but those
 * of the last postings, so it does not grow with the number of cards and wallets.
 */
export const trialBalanceOfTotals = `
  with part as (
    select code, asset, currency, class, side, amount from daily_total
    union all
    select a.code, a.asset, a.currency, a.class, a.side, p.amount
    from (select account_id, amount from posting where journal_id > (select summed_to from total_progress) offset 0) p
    join account a on a.id = p.account_id
  )
  select code, asset, currency, class::text,
    (case when side = 'D' then -sum(amount) else sum(amount) end)::int8 as natural
  from part group by code, asset, currency, class, side order by code, asset nulls first ${plannedEachTime}`

/**
 * The totals of the days before, the postings of the day that are in the totals, and those that are not: their number
 * does not grow with the book. `offset 0` finds the postings first, and each account by its key.
 */
export const trialBalanceAt = `
  with part as (
    select code, asset, currency, class, side, amount from daily_total where day < ($1::timestamptz at time zone 'UTC')::date
    union all
    select a.code, a.asset, a.currency, a.class, a.side, p.amount
    from (
      select account_id, amount from posting
      where effective_at >= date_trunc('day', $1::timestamptz, 'UTC') and effective_at <= $1
        and journal_id <= (select summed_to from total_progress)
      union all
      select account_id, amount from posting
      where effective_at <= $1 and journal_id > (select summed_to from total_progress)
      offset 0
    ) p join account a on a.id = p.account_id
  )
  select code, asset, currency, class::text,
    (case when side = 'D' then -sum(amount) else sum(amount) end)::int8 as natural
  from part group by code, asset, currency, class, side order by code, asset nulls first ${plannedEachTime}`

/** Open references of accounts by reference, oldest first. */
export const openReferences = `
  select a.code, a.asset, a.owner_id as "ownerId", a.company_id as "companyId", r.account_id as "accountId", r.ref, r.balance as natural,
    r.open_since as "openSince"
  from ref_balance r join account a on a.id = r.account_id where r.balance <> 0 order by r.open_since, r.ref`
/**
 * For accounts that age without references: the age of the oldest part of the balance, first in, first out.
 */
export const oldestParts = `
  select a.code, a.asset, a.owner_id as "ownerId", a.company_id as "companyId", a.id as "accountId", null as ref, n.height as natural,
    o.effective_at as "openSince"
  from account a cross join lateral (select case when a.side = 'D' then -a.balance else a.balance end) n (height)
  cross join lateral (
    select p.effective_at from (
      select effective_at, seq, sum(case when a.side = 'D' then -amount else amount end) over (order by seq desc) as newer
      from posting where account_id = a.id and (case when a.side = 'D' then -amount else amount end) > 0
    ) p where p.newer >= n.height order by p.seq desc limit 1
  ) o
  where a.code = any ($1) and n.height > 0 order by o.effective_at`
