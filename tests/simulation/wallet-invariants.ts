import type { Finding } from '../../server/src/ledger/checks.ts'
import type { Fund } from './company-tree.ts'
import type { World } from './world.ts'

type FindingRow = { readonly subject: string; readonly detail: string }

/**
 * The money of each wallet of companies by their records: what was credited and debited by hand, what settlements paid,
 * and transfers that left or arrived. A transfer to a card leaves the wallet when the card has the money.
 */
const recorded = `select owner_id, wallet, sum(cents) as cents from (
    select owner_id, wallet, case type when 'credit' then amount_cents else -amount_cents end as cents
      from wallet_adjustment
    union all select owner_id, wallet, paid_cents from settlement where status = 'paid'
    union all select owner_id, 'immediate', allowance_cents from settlement where status = 'paid'
    union all select from_owner_id, wallet, -total_cents from wallet_transfer
      where kind <> 'card_load' or status = 'completed'
    union all select to_owner_id, wallet, net_cents from wallet_transfer where kind <> 'card_load'
    union all select * from unnest($1::uuid[], $2::text[], $3::bigint[])) r
  group by owner_id, wallet`

const walletsAgree = `with recorded as (${recorded}), booked as (
    select owner_id, split_part(code, '.', 2) as wallet, sum(case side when 'D' then -balance else balance end) as cents
    from account where code in ('wallet.regular.available', 'wallet.regular.reserved', 'wallet.immediate.available',
      'wallet.immediate.reserved') group by owner_id, 2)
  select format('%s %s', owner_id, wallet) as subject,
    format('the book has %s, the records say %s', coalesce(b.cents, 0), coalesce(r.cents, 0)) as detail
  from recorded r full join booked b using (owner_id, wallet) where coalesce(b.cents, 0) <> coalesce(r.cents, 0)`

/** A settlement is the sum of its shares, and no share is in a settlement that was not approved. */
const settlementsAgree = `select s.id::text as subject,
    format('its %s shares are %s, it says %s of %s', count(h.id), coalesce(sum(h.settled_cents), 0), s.matured_cents,
      s.share_count) as detail
  from settlement s left join share h on h.settlement_id = s.id where s.status in ('approved', 'paid')
  group by s.id having coalesce(sum(h.settled_cents), 0) <> s.matured_cents or count(h.id) <> s.share_count`

/** A transfer charges twenty hundredths of a percent of its total, rounded half up, and its reversal returns just that. */
const feesAgree = `select id::text as subject, format('%s − %s = %s', total_cents, fee_cents, net_cents) as detail
  from wallet_transfer t where net_cents <> total_cents - fee_cents
    or kind = 'transfer' and fee_cents <> (total_cents * 2 + 500) / 1000
    or kind = 'reversal' and exists (select 1 from wallet_transfer o
      where o.id = t.reversal_of and (o.fee_cents <> -t.fee_cents or o.net_cents <> t.total_cents))`

/** The wallets of companies, recomputed from the records of what people and the daily run did. */
export const checkWallets = async (
  world: Pick<World, 'rows'>,
  funds: readonly Fund[],
): Promise<Finding[]> => {
  const columns = [
    funds.map(({ ownerId }) => ownerId),
    funds.map(({ wallet }) => wallet),
    funds.map(({ cents }) => cents),
  ]
  const checks: readonly [string, FindingRow[]][] = [
    ['wallets', await world.rows<FindingRow>(walletsAgree, columns)],
    ['settlements', await world.rows<FindingRow>(settlementsAgree)],
    ['transfer_fees', await world.rows<FindingRow>(feesAgree)],
  ]
  return checks.flatMap(([check, rows]) => rows.map((row) => ({ check, ...row })))
}
