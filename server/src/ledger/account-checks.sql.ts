import { inPage } from './check-pages.ts'

export const accountsOfPage = `with page_account as materialized (select * from account where ${inPage('id')}),
  page_reference as materialized (select * from ref_balance where ${inPage('account_id')})`

/** Checks of a page of accounts. */
export const accountChecks = [
  {
    check: 'account_is_its_last_posting',
    text: `
    select a.id::text as subject, format('%s says %s at %s, its last posting %s at %s', a.code, a.balance, a.seq,
      coalesce(p.balance_after, 0), coalesce(p.seq, 0)) as detail
    from page_account a
    left join lateral (
      select seq, balance_after, hash from posting where account_id = a.id order by seq desc limit 1) p on true
    where a.balance <> coalesce(p.balance_after, 0) or a.seq <> coalesce(p.seq, 0)
      or a.head <> coalesce(p.hash, sha256(uuid_send(a.id)))`,
  },

  {
    check: 'reference_is_its_postings',
    text: `
    select coalesce(r.account_id, p.account_id)::text as subject,
      format('reference %s says %s, its postings %s', coalesce(r.ref, p.ref), coalesce(r.balance, 0),
        coalesce(p.balance, 0)) as detail
    from page_reference r
    full join (
      select a.id as account_id, p.ref, case when a.side = 'D' then -p.amount else p.amount end as balance
      from page_account a cross join lateral (
        select ref, sum(amount) as amount from posting where account_id = a.id group by ref) p
      where a.by_ref
    ) p on p.account_id = r.account_id and p.ref = r.ref
    where coalesce(r.balance, 0) <> coalesce(p.balance, 0) or (p.account_id is not null and p.ref is null)`,
  },

  // A reference is open since the batch in which its balance left zero; one batch has one recorded time. Two batches may have
  // the same time: then it is also open since the last posting that found zero.
  {
    check: 'reference_is_open_since_its_posting',
    text: `
    select r.account_id::text as subject, format('reference %s says open since %s, its postings %s', r.ref, r.open_since,
      max(p.recorded_at) filter (where p.before_posting = 0)) as detail
    from (select * from page_reference where balance <> 0 offset 0) r
    join (
      select *, coalesce(first_value(before_posting) over (partition by account_id, ref, recorded_at order by seq), 0)
          as before_batch
      from (
        select o.account_id, o.ref, o.seq, j.recorded_at, coalesce(sum(o.amount) over (partition by o.account_id, o.ref
          order by o.seq rows between unbounded preceding and 1 preceding), 0) as before_posting
        from (
          select p.* from (
            select a.id as account_id, p.ref, p.seq, p.amount, p.journal_id
            from page_account a cross join lateral (
              select ref, seq, amount, journal_id from posting where account_id = a.id) p
            where a.by_ref and exists (select from page_reference o where o.account_id = a.id and o.balance <> 0) offset 0
          ) p full join (select account_id, ref from page_reference where balance <> 0 offset 0) o
            on o.account_id = p.account_id and o.ref = p.ref
          where o.ref is not null and p.ref is not null offset 0
        ) o join journal j on j.id = o.journal_id
      ) s
    ) p on p.account_id = r.account_id and p.ref = r.ref
    group by r.account_id, r.ref, r.open_since
    having r.open_since not in (max(p.recorded_at) filter (where p.before_posting = 0),
      max(p.recorded_at) filter (where p.before_batch = 0))`,
  },

  // Row-level security shows a reference by its own company.
  {
    check: 'reference_is_in_its_company',
    text: `
    select a.id::text as subject, format('reference %s is in company %s, %s in %s', r.ref,
      coalesce(r.company_id::text, 'none'), a.code, coalesce(a.company_id::text, 'none')) as detail
    from page_reference r join page_account a on a.id = r.account_id
    where r.company_id is distinct from a.company_id`,
  },

  {
    check: 'wallet_is_its_last_line',
    text: `
    select a.owner_id::text as subject, format('%s says %s, its last line %s', a.code, a.balance, l.after) as detail
    from page_account a
    left join lateral (
      select case split_part(a.code, '.', 3) when 'available' then available_after when 'pending' then pending_after
        else reserved_after end as after
      from wallet_line w where w.owner_id = a.owner_id and w.wallet = split_part(a.code, '.', 2)
      order by seq desc limit 1) l on true
    where a.code like 'wallet.%' and a.balance <> coalesce(l.after, 0)`,
  },

  // An allowance lowers the floor of an immediate wallet: `allowance_is_as_decided` compares it.
  {
    check: 'account_is_as_the_chart_says',
    text: `
    select a.id::text as subject, format('%s with floor %s, class %s, side %s and traits %s is not as the chart says', a.code,
      coalesce(a.floor::text, 'none'), a.class, a.side, a.traits) as detail
    from page_account a left join chart_line l on l.code = a.code and l.has_asset = (a.asset is not null)
    where l.code is null
      or row(a.class, a.side, a.by_ref, a.passable, a.traits, a.currency, a.owner_id is null) is distinct from row(l.class,
        l.side, l.by_ref, l.passable, l.traits | case when a.closed_at is null then 0 else 16 end,
        case when l.currency_kind in ('asset', 'native') then a.asset else 'USD' end, 'operator' = any (l.owner_kinds))
      or case when a.code = 'wallet.immediate.available' then (a.floor <= 0) is not true
        else a.floor is distinct from l.floor end`,
  },

  // A person's or company's account on a card, or the other way round, would show money to the wrong owner.
  {
    check: 'owner_is_as_the_chart_says',
    text: `
    select a.id::text as subject, format('%s is not an account of this kind of owner', a.code) as detail
    from page_account a where a.id in (select id from misowned_accounts($1, $2))`,
  },

  // A break allows only the balance that it reports: each fall below the floor needs its own.
  {
    check: 'floor_held',
    text: `
    select a.id::text as subject, format('%s is at %s, below its floor of %s, and no break reports %s', a.code,
      n.height, a.floor, coalesce(f.height, n.height)) as detail
    from page_account a
    cross join lateral (select case when a.side = 'D' then -a.balance else a.balance end) n (height)
    left join lateral (
      select p.journal_id, case when a.side = 'D' then -p.balance_after else p.balance_after end as height
      from posting p where p.account_id = a.id and case when a.side = 'D' then p.amount > 0 else p.amount < 0 end
      order by p.seq desc limit 1) f on true
    where n.height < a.floor and not exists (select 1 from ledger_break b
      where b.account_id = a.id and b.journal_id = f.journal_id and b.balance = f.height)`,
  },

  {
    check: 'account_is_as_recorded',
    text: `
    select a.id::text as subject, format('%s has other facts than its last change says', a.code) as detail
    from page_account a left join lateral (
      select * from account_change c where c.account_id = a.id order by c.number desc limit 1) c on true
    where row(a.code, a.asset, a.currency, a.owner_id, a.company_id, a.class, a.side, a.by_ref, a.passable, a.traits,
        a.floor, a.closed_at) is distinct from row(c.code, c.asset, c.currency, c.owner_id, c.company_id, c.class, c.side,
        c.by_ref, c.passable, c.traits, c.floor, c.closed_at)`,
  },

  {
    check: 'account_changes_without_gap',
    text: `
    select c.account_id::text as subject, format('%s changes, the last with number %s%s', count(*), max(c.number),
      case when count(a.id) = 0 then ', of an account that is gone' else '' end) as detail
    from (select account_id, number from account_change where ${inPage('account_id')} offset 0) c
    left join account a on a.id = c.account_id
    group by c.account_id having count(*) <> max(c.number) or count(a.id) = 0`,
  },
]
