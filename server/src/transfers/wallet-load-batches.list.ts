import {
  listWalletLoadBatches,
  listWalletLoadBatchRows,
} from '@cardamom/contract/transfers/wallet-load-batches'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import { transferRef } from './transfers.list.ts'
import { batchRows, readResults } from './wallet-load-batches.sql.ts'

/** The reference of a batch that people see. */
export const batchRef = (id: string): string => publicRef('B', id)

const none = { waiting: 0, made: 0, refused: 0, stopped: 0, transferredCents: 0n }

/** Batches of the companies in scope, the last first. */
export const walletLoadBatchesList = list(listWalletLoadBatches, {
  table: 'walletLoadBatch',
  from: batchRows,
  scope: 'companies',
  items: async (rows, { sql, me }) => {
    const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    const deciders = rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy ?? []].flat())
    const people = await readNames(sql, [...new Set(deciders)])
    const results = await readResults(
      sql,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const { transferredCents, ...counts } = results.get(row.id) ?? none
      const ended = row.stoppedBy === null ? ('done' as const) : ('stopped' as const)
      return {
        id: row.id,
        ref: batchRef(row.id),
        status: row.endedAt === null ? ('running' as const) : ended,
        companyId: row.companyId,
        companyName: companies.get(row.companyId) ?? '',
        wallet: row.wallet,
        rows: row.rowCount,
        results: counts,
        total: row.totalCents,
        fee: row.feeCents,
        transferred: transferredCents,
        reason: row.reason,
        requestedByName: people.get(row.requestedBy) ?? '',
        approvedByName: row.approvedBy === null ? null : (people.get(row.approvedBy) ?? ''),
        madeAt: row.madeAt,
        endedAt: row.endedAt,
        stopReason: row.stopReason,
        canStop: row.endedAt === null && me.may('transfers.create'),
      }
    })
  },
  csv: {
    texts: 'walletLoadBatches',
    columns: [
      'ref',
      'companyName',
      'wallet',
      'rows',
      'total',
      'fee',
      'transferred',
      'reason',
      'requestedByName',
      'approvedByName',
      'madeAt',
      'endedAt',
    ],
  },
})

/** The rows of a batch in scope. They are found by the batch; the policy has the companies. */
export const walletLoadBatchRowsList = list(listWalletLoadBatchRows, {
  table: 'walletLoadBatchRow',
  scope: 'shared',
  sorts: { line: 'walletLoadBatchRow.line' },
  filters: { batchId: 'walletLoadBatchRow.batchId', result: 'walletLoadBatchRow.result' },
  from: (sql, { batchId }) =>
    sql
      .selectFrom('walletLoadBatchRow')
      .leftJoin('walletTransfer', 'walletTransfer.id', 'walletLoadBatchRow.id')
      .selectAll('walletLoadBatchRow')
      .select('walletTransfer.status as transferStatus')
      .where('walletLoadBatchRow.batchId', '=', batchId),
  items: async (rows, { sql }) => {
    const cards = await listCardsByIds(
      sql,
      rows.map(({ cardId }) => cardId),
    )
    const cardOf = new Map(cards.map((card) => [card.id, card]))
    const names = await readNames(sql, [...new Set(cards.map(({ userId }) => userId))])
    return rows.map((row) => ({
      id: row.id,
      line: row.line,
      cardId: row.cardId,
      lastDigits: cardOf.get(row.cardId)?.lastDigits ?? null,
      holderName: names.get(cardOf.get(row.cardId)?.userId ?? '') ?? '',
      total: row.totalCents,
      fee: row.feeCents,
      note: row.note,
      result: row.result ?? ('waiting' as const),
      transferStatus: row.transferStatus,
      refusal: row.refusal,
      transferRef: row.transferStatus === null ? null : transferRef(row.id),
      endedAt: row.endedAt,
    }))
  },
  csv: {
    texts: 'walletLoadBatchRows',
    columns: [
      'line',
      'holderName',
      'lastDigits',
      'cardId',
      'total',
      'fee',
      'note',
      'result',
      'transferStatus',
      'refusal',
      'transferRef',
      'endedAt',
    ],
  },
})
