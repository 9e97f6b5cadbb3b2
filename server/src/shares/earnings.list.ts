import { listEarnings } from '@cardamom/contract/shares/earnings'
import { expressionBuilder } from 'kysely'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { readCodeTexts } from '../sellers/codes.sql.ts'
import { readPayerNames } from './earnings.sql.ts'
import { isInState, obstacleWhenDue, owedCents, shareState, shownDue } from './share-state.ts'

/** The state depends on the time, so it is a condition of `from`. */
const isInFrom = expressionBuilder<DB, 'share'>().lit(true)

const shareRows = (sql: Queries, now: Date) =>
  sql
    .selectFrom('share')
    .select(['share.id', 'share.payerId', 'share.sellerCodeId', 'share.walletType', 'share.leftCents'])
    .select(['share.undoneCents', 'share.settlementId', 'share.acceptedAt', 'share.dueAt'])
    .select(['share.owedLeftCents', owedCents.as('owedCents'), obstacleWhenDue(now).as('obstacle')])

/** The shares of the reader alone (domain §13). */
export const earningsList = list(listEarnings, {
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
    return rows.map((row) => ({
      id: row.id,
      personName: names.get(row.payerId ?? '') ?? '',
      codeId: row.sellerCodeId,
      code: codes.get(row.sellerCodeId ?? '') ?? null,
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
      'personName',
      {
        name: 'code',
        cell: ({ code, codeId }, text) =>
          code ?? text(codeId === null ? 'earnings.referral' : 'earnings.otherCode'),
      },
      'wallet',
      'state',
      'amount',
      'returned',
      'owed',
      'dueAt',
    ],
  },
})
