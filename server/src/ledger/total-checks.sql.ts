import { dayIsInPage, timeIsInPage } from './check-pages.ts'

/**
 * What the checks of a page of days share: its totals, and the sums of those postings that are in totals. `offset 0`
 * reads the postings of the days first, and each account once by its key.
 */
export const totalsOfPage = `with page_total as materialized (select * from daily_total where ${dayIsInPage('day')}),
  page_sum as materialized (
    select a.code, a.asset, p.day, sum(p.amount) as amount from (
      select account_id, (effective_at at time zone 'UTC')::date as day, sum(amount) as amount from posting
      where ${timeIsInPage('effective_at')} and journal_id <= (select summed_to from total_progress where only_row)
      group by 1, 2 offset 0
    ) p join account a on a.id = p.account_id group by 1, 2, 3
  )`

/** Checks of a page of days. */
export const totalChecks = [
  {
    check: 'total_is_its_postings',
    text: `
    select coalesce(t.code, s.code) as subject, format('the total %s of %s says %s, its postings %s',
      coalesce(t.asset, s.asset, 'in USD'), coalesce(t.day, s.day), coalesce(t.amount::text, 'nothing'),
      coalesce(s.amount::text, 'nothing')) as detail
    from page_total t
    full join page_sum s on s.code = t.code and coalesce(s.asset, '') = coalesce(t.asset, '') and s.day = t.day
    where t.amount is distinct from s.amount`,
  },

  {
    check: 'total_is_as_the_chart_says',
    text: `
    select t.code as subject, format('the total %s of %s has class %s, side %s and currency %s, the chart %s, %s and %s',
      coalesce(t.asset, 'in USD'), t.day, t.class, t.side, t.currency, coalesce(l.class::text, 'none'),
      coalesce(l.side::text, 'none'), coalesce(l.currency, 'none')) as detail
    from page_total t
    left join lateral (
      select class, side, case when currency_kind in ('asset', 'native') then t.asset else 'USD' end as currency
      from chart_line where code = t.code and has_asset = (t.asset is not null)) l on true
    where row(t.class, t.side, t.currency) is distinct from row(l.class, l.side, l.currency)`,
  },
]
