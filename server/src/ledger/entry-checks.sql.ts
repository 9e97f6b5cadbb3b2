import { inPage } from './check-pages.ts'

/** The queue has no index: it is as long as a minute of postings. */
export const signedOrQueued = (kind: 'j' | 'a', table: 'journal' | 'account_change', name: string) => `
    select id::text as subject, '${name} is neither signed nor queued' as detail
    from (
      select e.id, (s.id is not null)::int as found
      from (select id from ${table} where ${inPage('id')} offset 0) e
      left join signed_entry s on s.kind = '${kind}' and s.id = e.id
      union all select id, 1 from unsigned_entry where kind = '${kind}' and ${inPage('id')}
    ) r group by id having sum(found) = 0`

/** Checks of a page of account changes. */
export const changeChecks = [
  { check: 'signed_or_queued', text: signedOrQueued('a', 'account_change', 'an account change') },
]

/** Checks that read the end of a table or the queue, or all balances of one instant. */
export const wholeChecks = [
  // All balances of one instant: these two read every account, and no posting.
  {
    check: 'currency_sum',
    text: `
    select currency as subject, format('all balances sum to %s', sum(balance)) as detail
    from account group by currency having sum(balance) <> 0`,
  },

  {
    check: 'cards_are_covered',
    text: `
    select 'issuer.allocated' as subject, format('differs from the cards by %s', sum(balance)) as detail
    from account where code in ('card.available', 'card.floating', 'issuer.allocated') having sum(balance) <> 0`,
  },

  // The postings that are not in the totals yet are those of the last hours.
  {
    check: 'totals_are_the_balances',
    text: `
    select coalesce(b.code, t.code) as subject, format('daily totals and newer postings %s sum to %s, the balances to %s',
      coalesce(b.asset, t.asset, 'in USD'), coalesce(t.sum, 0), coalesce(b.sum, 0)) as detail
    from (select code, asset, sum(balance) from account group by code, asset) b
    full join (
      select code, asset, sum(amount) from (
        select code, asset, amount from daily_total
        union all select a.code, a.asset, p.amount
        from (select account_id, amount from posting where journal_id > (select summed_to from total_progress) offset 0) p
        join account a on a.id = p.account_id
      ) r group by code, asset
    ) t on t.code = b.code and coalesce(t.asset, '') = coalesce(b.asset, '')
    where coalesce(b.sum, 0) <> coalesce(t.sum, 0)`,
  },

  // The queue is as long as a minute of postings.
  {
    check: 'queue_is_unsigned',
    text: `
    select u.id::text as subject, case when s.number is null then 'queued, and nothing has this id'
      else format('queued, and signed as entry %s', s.number) end as detail
    from unsigned_entry u
    left join lateral (select number from signed_entry where kind = u.kind and id = u.id limit 1) s on true
    left join lateral (select id from journal where u.kind = 'j' and id = u.id limit 1) j on true
    left join lateral (select id from account_change where u.kind = 'a' and id = u.id limit 1) c on true
    where s.number is not null or coalesce(j.id, c.id) is null`,
  },

  // A range with two ends is read in the index.
  {
    check: 'entry_has_block',
    text: `
    select s.number::text as subject, format('no block covers the entry of %s', s.id) as detail
    from signed_entry s
    where s.number between 1 + coalesce((select max(last_number) from block), 0) and 9223372036854775807`,
  },
]
