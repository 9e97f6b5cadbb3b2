import { formatPercent } from '@cardamom/contract/money'
import { listEarnings } from '@cardamom/contract/shares/earnings'
import { expressionBuilder } from 'kysely'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { list } from '../kernel/list.ts'
import type { ItemOf } from '../kernel/list-columns.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { readCodeTexts } from '../sellers/codes.sql.ts'
import { readPayerNames } from './earnings.sql.ts'
import { isInState, obstacleWhenDue, owedCents, shareState, shownDue } from './share-state.ts'

type Earning = ItemOf<typeof listEarnings>
const wholePercent = 1_000_000n

/** The state depends on the time, so it is a condition of `from`. */
const isInFrom = expressionBuilder<DB, 'share'>().lit(true)

const shareRows = (sql: Queries, now: Date) =>
  sql
    .selectFrom('share')
    .select(['share.id', 'share.payerId', 'share.sellerCodeId', 'share.walletType', 'share.leftCents'])
    .select(['share.undoneCents', 'share.settlementId', 'share.draftId', 'share.acceptedAt', 'share.dueAt'])
    .select(['share.sourceKind', 'share.sourceId', 'share.amountCents'])
    .select(['share.owedLeftCents', owedCents.as('owedCents'), obstacleWhenDue(now).as('obstacle')])

/** What a higher module knows of shares that the caller has read in its scope, by their ids. */
export type EarningFacts = {
  readonly readOrigins: (
    sql: Queries,
    shares: readonly {
      readonly id: string
      readonly sourceKind: Earning['source']
      readonly sourceId: string
      /** The settlement that has the share, also while it is a draft. */
      readonly inSettlementId: string | null
    }[],
  ) => Promise<ReadonlyMap<string, Pick<Earning, 'ref' | 'basis' | 'settlement'>>>
}

/** A share that was reversed leaves its draft, and the draft forgets it with the approval. */
const inSettlementId = (row: {
  readonly settlementId: string | null
  readonly draftId: string | null
  readonly leftCents: bigint
  readonly owedLeftCents: bigint
}): string | null => row.settlementId ?? (row.leftCents === row.owedLeftCents ? null : row.draftId)

const sumText = (percents: readonly bigint[]): string => percents.map(formatPercent).join(' + ')
/** The owner's part of the level: all of it, a part, or what the others leave. */
const partText = ({ part, others }: NonNullable<Earning['basis']>): string => {
  if (part !== null) return formatPercent(part)
  return formatPercent(others.reduce((left, other) => left - other, wholePercent))
}

/** The shares of the reader alone (domain §13). */
export const createEarningsList = ({ readOrigins }: EarningFacts) =>
  list(listEarnings, {
    table: 'share',
    from: (sql, { state }, { now }) =>
      state === undefined ? shareRows(sql, now) : shareRows(sql, now).where(isInState(state, now)),
    scope: { owner: 'share.ownerId' },
    filters: { state: () => isInFrom, codeId: 'share.sellerCodeId', personId: 'share.payerId' },
    timeZone: ({ sql, me }) => readTimeZone(sql, me),
    items: async (rows, { sql, now }) => {
      const names = await readPayerNames(sql, [...new Set(rows.flatMap(({ payerId }) => payerId ?? []))])
      const codes = await readCodeTexts(sql, [
        ...new Set(rows.flatMap(({ sellerCodeId }) => sellerCodeId ?? [])),
      ])
      const origins = await readOrigins(
        sql,
        rows.map((row) => ({ ...row, inSettlementId: inSettlementId(row) })),
      )
      return rows.map((row) => ({
        id: row.id,
        personName: names.get(row.payerId ?? '') ?? '',
        codeId: row.sellerCodeId,
        code: codes.get(row.sellerCodeId ?? '') ?? null,
        source: row.sourceKind,
        ...(origins.get(row.id) ?? { ref: null, basis: null, settlement: null }),
        earned: row.amountCents,
        wallet: row.walletType,
        state: shareState(row, now),
        amount: row.leftCents - row.owedLeftCents,
        returned: row.undoneCents + row.owedLeftCents,
        owed: row.owedCents,
        acceptedAt: row.acceptedAt,
        dueAt: shownDue(row),
      }))
    },
    csv: {
      texts: 'earnings',
      columns: [
        'acceptedAt',
        { name: 'source', cell: ({ source }, text) => text(`earnings.values.source.${source}`) },
        'ref',
        'personName',
        {
          name: 'code',
          cell: ({ code, codeId }, text) =>
            code ?? text(codeId === null ? 'earnings.referral' : 'earnings.otherCode'),
        },
        'wallet',
        'state',
        { name: 'gross', cell: ({ basis }) => basis?.gross ?? null },
        { name: 'rate', cell: ({ basis }) => basis && sumText(basis.rates) },
        { name: 'part', cell: ({ basis }) => basis && partText(basis) },
        'earned',
        'amount',
        'returned',
        'owed',
        'dueAt',
        { name: 'settlement', cell: ({ settlement }) => settlement?.ref ?? null },
      ],
    },
  })
