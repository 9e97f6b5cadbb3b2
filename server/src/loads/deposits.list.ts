import { formatUnits } from '@cardamom/contract/money'
import { listDeposits } from '@cardamom/contract/loads/deposits'
import { sql as fragment } from 'kysely'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'

/** The transfer that completed a load: the last one that was final at its acceptance. */
const completes = fragment<boolean>`load.accepted_at is not null and chain_transfer.status = 'final'
  and chain_transfer.asset = load.asset and not exists (
    select 1 from chain_transfer later where later.load_id = load.id and later.status = 'final'
      and later.asset = load.asset and later.id > chain_transfer.id)`

/** Parts of an acceptance of a load that were undone or reversed after the acceptance of the load of a row, in cents. */
const undoneLater = (whose: 'load' | 'other') =>
  fragment`(select coalesce(sum(part.net_cents), 0) from load_part part where part.load_id = ${fragment.ref(`${whose}.id`)}
    and part.acceptance = ${fragment.ref(`${whose}.acceptance`)} and part.at > load.accepted_at)`
/** Net of a load at its acceptance, in cents. */
const netBefore = fragment<bigint>`(load.net_cents + ${undoneLater('load')})::int8`

/** Money in transit to the cards when the load was accepted, in cents. */
const pendingBefore = fragment<bigint>`(select coalesce(sum(other.net_cents + ${undoneLater('other')}), 0)::int8 from load other
  where other.user_id = load.user_id and other.card_id is not null and other.id <> load.id
    and (other.accepted_at, other.id) < (load.accepted_at, load.id)
    and other.status not in ('refunding', 'refunded', 'review')
    and (other.credited_at is null or other.credited_at > load.accepted_at))`

const transfersToLoads = (sql: Queries) =>
  sql
    .selectFrom('chainTransfer')
    .innerJoin('load', 'load.id', 'chainTransfer.loadId')
    .whereRef('load.userId', '=', 'chainTransfer.userId')
    .where('load.cardId', 'is not', null)
    .select([
      'chainTransfer.id',
      'chainTransfer.txHash',
      'chainTransfer.network',
      'chainTransfer.contractUnits',
      'chainTransfer.status',
    ])
    .select(['chainTransfer.asset', 'chainTransfer.tokenAddress', 'chainTransfer.blockTime'])
    .select(['load.id as loadId', 'load.ref', 'load.status as loadStatus', 'load.exception', 'load.speed'])
    .select('load.decimals')
    .select([netBefore.as('netBefore'), completes.as('completes'), pendingBefore.as('pendingBefore')])

/** Transfers to the addresses of a person's loads. Each coin has its own decimals; those of an unlisted one are unknown. */
export const createDepositsList = (assets: readonly PaymentAsset[]) =>
  list(listDeposits, {
    table: 'chainTransfer',
    from: transfersToLoads,
    scope: 'owner',
    sorts: { at: 'chainTransfer.id' },
    timeZone: ({ sql, me }) => readTimeZone(sql, me),
    items: (rows) =>
      rows.map((row) => ({
        id: row.id,
        txHash: row.txHash,
        network: row.network,
        amount: formatUnits({
          units: BigInt(row.contractUnits),
          decimals: assets.find(({ symbol }) => symbol === row.asset)?.decimals ?? row.decimals,
        }),
        asset: row.asset ?? row.tokenAddress,
        status: row.status,
        at: row.blockTime,
        load: {
          id: row.loadId,
          ref: row.ref,
          status: row.loadStatus,
          exception: row.exception,
          speed: row.speed,
        },
        pending: row.completes
          ? { before: row.pendingBefore, after: row.pendingBefore + row.netBefore }
          : null,
      })),
    csv: {
      texts: 'depositExport',
      columns: [
        'at',
        { name: 'status', cell: ({ status }, text) => text(`wallets.status.${status}`) },
        // The decimals of an unknown token are unknown, so its amount is not shown.
        { name: 'amount', cell: ({ status, amount }) => (status === 'unlisted' ? null : amount) },
        'asset',
        'network',
        { name: 'load', cell: ({ load }) => load.ref },
        { name: 'speed', cell: ({ load }, text) => text(`fees.speed.${load.speed}`) },
        { name: 'pendingBefore', cell: ({ pending }) => pending?.before ?? null },
        { name: 'pendingAfter', cell: ({ pending }) => pending?.after ?? null },
        'txHash',
      ],
    },
  })
