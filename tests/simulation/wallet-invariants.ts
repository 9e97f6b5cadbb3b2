import type { Finding } from '../../server/src/ledger/checks.ts'
import type { Fund } from './company-tree.ts'
import type { World } from './world.ts'

type FindingRow = { readonly subject: string; readonly detail: string }
type Rows = Pick<World, 'rows'>

/** What a wallet had before the run, as columns of a query. */
const funds = 'select * from unnest($1::uuid[], $2::text[], $3::bigint[]) f (owner_id, wallet, cents)'
const adjusted = `select owner_id, wallet, case type when 'credit' then amount_cents else -amount_cents end as cents
  from wallet_adjustment where wallet is not null and status = 'completed'`
/** A transfer to a card leaves the wallet when the card has the money; until then it is reserved. */
const transferred = `select from_owner_id as owner_id, wallet, -total_cents as cents from wallet_transfer
    where kind <> 'card_load' or status = 'completed'
  union all select to_owner_id, wallet, net_cents from wallet_transfer where kind <> 'card_load'`
/** A withdrawal leaves its wallet when its payment is signed. */
const withdrawn = `select owner_id, wallet, -total_cents as cents from withdrawal where step in ('sending', 'done')`
const guaranteed = `select entity_id as owner_id, 'immediate' as wallet, (payload ->> 'cents')::bigint as cents
    from event where type = 'allowance.guaranteed'
  union all select (payload ->> 'guarantorId')::uuid, 'regular', -(payload ->> 'cents')::bigint
    from event where type = 'allowance.guaranteed'`
const operations = `${adjusted} union all ${transferred} union all ${withdrawn} union all ${guaranteed} union all ${funds}`

/**
 * All that an owner has, less what they owe, by the records of what people and the daily run did. Settlements and
 * maturities only pass it on; what is settled or matured counts once, as its share or top-up.
 */
const ownersAgree = `with recorded as (select owner_id, sum(cents) as cents from (
      select owner_id, cents from (${operations}) o
      union all select owner_id, left_cents - owed_left_cents from share
      union all select company_id, net_cents from top_up where status <> 'reversed'
      union all select owner_id, added_cents - deducted_cents from settlement where status = 'paid') r group by owner_id),
  booked as (select owner_id, sum(balance) as cents from account
    where code like 'wallet.%' or code = 'partner.owed' group by owner_id)
  select owner_id::text as subject,
    format('the book has %s, the records say %s', coalesce(b.cents, 0), coalesce(r.cents, 0)) as detail
  from recorded r full join booked b using (owner_id) where coalesce(b.cents, 0) <> coalesce(r.cents, 0)`

/** Money of shares until their settlement is paid, and of regular top-ups until they mature. */
const pending = `select h.owner_id, h.wallet_type as wallet, coalesce(h.settled_cents, h.left_cents) as cents
    from share h left join settlement s on s.id = h.settlement_id where s.status is distinct from 'paid'
  union all select company_id, wallet, net_cents from top_up where status = 'pending' and wallet = 'regular'`
const reserved = `select owner_id, wallet, total_cents as cents from withdrawal
    where status = 'PENDING' and step in ('requested', 'approved', 'failed')
  union all select from_owner_id, wallet, total_cents from wallet_transfer
    where kind = 'card_load' and status = 'pending'`

/** A part of each wallet against its records. */
const partAgrees = (part: 'pending' | 'reserved', records: string) => `with recorded as (
    select owner_id, wallet, sum(cents) as cents from (${records}) r group by owner_id, wallet),
  booked as (select owner_id, split_part(code, '.', 2) as wallet, balance as cents from account
    where code in ('wallet.regular.${part}', 'wallet.immediate.${part}'))
  select format('%s %s ${part}', owner_id, wallet) as subject,
    format('the book has %s, the records say %s', coalesce(b.cents, 0), coalesce(r.cents, 0)) as detail
  from recorded r full join booked b using (owner_id, wallet) where coalesce(b.cents, 0) <> coalesce(r.cents, 0)`

/**
 * What is available and reserved, wallet by wallet, of owners who never owed anything and have no allowance: of the others
 * the ledger decides which wallet pays a debt.
 */
const walletsAgree = `with recorded as (select owner_id, wallet, sum(cents) as cents from (
      ${operations}
      union all select owner_id, wallet, paid_cents from settlement where status = 'paid'
      union all select company_id, wallet, net_cents from top_up where status = 'available') r group by owner_id, wallet),
  booked as (select owner_id, split_part(code, '.', 2) as wallet, sum(balance) as cents from account
    where code in ('wallet.regular.available', 'wallet.regular.reserved', 'wallet.immediate.available',
      'wallet.immediate.reserved') group by owner_id, 2)
  select format('%s %s', owner_id, wallet) as subject,
    format('the book has %s, the records say %s', coalesce(b.cents, 0), coalesce(r.cents, 0)) as detail
  from recorded r full join booked b using (owner_id, wallet) where coalesce(b.cents, 0) <> coalesce(r.cents, 0)
    and owner_id not in (select owner_id from account where code = 'partner.owed' and seq > 0
      union all select company_id from balance_allowance)`

/** No immediate wallet is below zero by more than the largest allowance that its company ever had; no other wallet is. */
const allowancesHold = `select format('%s %s', owner_id, code) as subject, format('has %s', balance) as detail
  from account left join unnest($1::uuid[], $2::bigint[]) a (of_company, cents) on of_company = owner_id
  where code like 'wallet.%' and balance < case code when 'wallet.immediate.available' then -coalesce(a.cents, 0) else 0 end`

/** A settlement is the sum of its shares, and no share is in a settlement that was not approved. */
const settlementsAgree = `select s.id::text as subject,
    format('its %s shares are %s, it says %s of %s', count(h.id), coalesce(sum(h.settled_cents), 0), s.matured_cents,
      s.share_count) as detail
  from settlement s left join share h on h.settlement_id = s.id where s.status in ('approved', 'paid')
  group by s.id having coalesce(sum(h.settled_cents), 0) <> s.matured_cents or count(h.id) <> s.share_count`

/**
 * A paid settlement pays first what is owed, then an immediate wallet below zero, then the wallet: what is left of a debt
 * means that nothing came after it. The wallets before it are those of their lines.
 */
const recoveredFirst = `select s.id::text as subject, format('matured %s + %s − %s, owed %s to %s, allowance %s of %s, paid %s',
    matured_cents, added_cents, deducted_cents, owed_before_cents, owed_after_cents, allowance_cents, l.before, paid_cents) as detail
  from settlement s cross join lateral (select least(min(available_before), 0) as before, max(available_after) as after
    from wallet_line l join journal j on j.id = l.journal_id
    where j.kind = 'settlement.paid' and j.subject_id = s.id and l.wallet = 'immediate' and l.owner_id = s.owner_id) l
  where s.status = 'paid' and not (
    matured_cents + added_cents = owed_before_cents + deducted_cents - owed_after_cents + allowance_cents + paid_cents
    and (owed_after_cents = 0 or allowance_cents = 0 and paid_cents = 0)
    and (allowance_cents = 0 or -l.before >= allowance_cents and (paid_cents = 0 or -l.before = allowance_cents))
    and (wallet = 'regular' or paid_cents = 0 or l.after >= 0)
    and (paid_cents = 0 or not exists (select from wallet_line e where e.owner_id = s.owner_id and e.wallet = 'immediate'
      and e.available_after < 0 and e.effective_at < s.paid_at and not exists (select from wallet_line n
        where n.owner_id = e.owner_id and n.wallet = 'immediate' and n.seq > e.seq and n.effective_at <= s.paid_at))))`

/** A transfer charges twenty hundredths of a percent of its total, rounded half up, and its reversal returns just that. */
const feesAgree = `select id::text as subject, format('%s − %s = %s', total_cents, fee_cents, net_cents) as detail
  from wallet_transfer t where net_cents <> total_cents - fee_cents
    or kind = 'transfer' and fee_cents <> (total_cents * 2 + 500) / 1000
    or kind = 'reversal' and exists (select 1 from wallet_transfer o
      where o.id = t.reversal_of and (o.fee_cents <> -t.fee_cents or o.net_cents <> t.total_cents))`

/** Accounts of the operator that top-ups and withdrawals alone explain. */
const operatorAgrees = `with recorded (code, asset, units) as (
    select 'bank.unconfirmed', null, coalesce(sum(gross_cents), 0) from top_up
      where kind = 'wire' and wire = 'unmatched' and status <> 'reversed'
    union all select 'income.topup_fees', null, coalesce(sum(operator_cents), 0) from top_up where status = 'available'
    union all select 'income.withdrawal_fees', null, coalesce(sum(fee_cents), 0) from withdrawal
      where step in ('sending', 'done')
    union all select 'payout.in_flight', asset || '@' || network, sum(units) from payout
      where status in ('sending', 'unknown') group by asset, network),
  booked as (select code, asset, sum(case side when 'D' then -balance else balance end) as units from account
    where owner_id is null or code in (select code from recorded) group by code, asset)
  select concat_ws(' ', r.code, r.asset) as subject,
    format('the book has %s, the records say %s', coalesce(b.units, 0), r.units) as detail
  from recorded r left join booked b on b.code = r.code and b.asset is not distinct from r.asset
  where coalesce(b.units, 0) <> r.units`

/** The wallets of companies, recomputed from the records of what people and the daily run did. */
export const checkWallets = async (
  world: Rows,
  of: { readonly funds: readonly Fund[]; readonly allowances: ReadonlyMap<string, bigint> },
): Promise<Finding[]> => {
  const first = [
    of.funds.map(({ ownerId }) => ownerId),
    of.funds.map(({ wallet }) => wallet),
    of.funds.map(({ cents }) => cents),
  ]
  const most = [[...of.allowances.keys()], [...of.allowances.values()]]
  const checks: readonly [string, FindingRow[]][] = [
    ['owners', await world.rows<FindingRow>(ownersAgree, first)],
    ['pending', await world.rows<FindingRow>(partAgrees('pending', pending))],
    ['reserved', await world.rows<FindingRow>(partAgrees('reserved', reserved))],
    ['wallets', await world.rows<FindingRow>(walletsAgree, first)],
    ['allowances', await world.rows<FindingRow>(allowancesHold, most)],
    ['settlements', await world.rows<FindingRow>(settlementsAgree)],
    ['recovered_first', await world.rows<FindingRow>(recoveredFirst)],
    ['transfer_fees', await world.rows<FindingRow>(feesAgree)],
    ['operator', await world.rows<FindingRow>(operatorAgrees)],
  ]
  return checks.flatMap(([check, rows]) => rows.map((row) => ({ check, ...row })))
}
