import { listTransfers } from '@cardamom/contract/transfers'
import { expressionBuilder } from 'kysely'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readEmails } from '../identity/people.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { transfersNamed } from './transfer-search.ts'
import { transferRows, type TransferRecord } from './transfers.sql.ts'

const where = expressionBuilder<DB, 'walletTransfer'>()

/** The reference of a transfer that people see. */
export const transferRef = (id: string): string => publicRef('T', id)

/** Who has what a transfer brings: of a card its holder. */
export const receiverOf = ({ toOwnerId, toKind, cardHolderId }: TransferRecord) =>
  toKind === 'card' ? { id: cardHolderId ?? '', kind: 'person' as const } : { id: toOwnerId, kind: toKind }

/** Transfers as administrators see them. The name of a person out of the scope is empty. */
export const transferViews = async (sql: Queries, rows: readonly TransferRecord[]) => {
  const sides = rows.flatMap((row) => [{ id: row.fromOwnerId, kind: row.fromKind }, receiverOf(row)])
  const holders = await readHolderNames(sql, sides)
  const persons = sides.flatMap(({ id, kind }) => (kind === 'person' ? [id] : []))
  const emails = await readEmails(sql, [...new Set(persons)])
  const cards = await listCardsByIds(
    sql,
    rows.flatMap(({ toKind, toOwnerId }) => (toKind === 'card' ? [toOwnerId] : [])),
  )
  const digits = new Map(cards.map(({ id, lastDigits }) => [id, lastDigits]))
  const deciders = rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy ?? []].flat())
  const people = await readNames(sql, [...new Set(deciders)])
  return rows.map((row) => ({
    id: row.id,
    ref: transferRef(row.id),
    kind: row.kind,
    status: row.status,
    senderId: row.fromOwnerId,
    senderName: holders.get(row.fromOwnerId) ?? '',
    senderEmail: emails.get(row.fromOwnerId) ?? null,
    receiverId: row.toOwnerId,
    receiverName: holders.get(receiverOf(row).id) ?? '',
    receiverEmail: emails.get(receiverOf(row).id) ?? null,
    card:
      row.cardHolderId === null
        ? null
        : {
            lastDigits: digits.get(row.toOwnerId) ?? null,
            holderId: row.cardHolderId,
            waitsForFloat: row.waitsForFloat,
            waitsForCard: row.waitsForCard,
            waitsForLimit: row.waitsForLimit,
          },
    wallet: row.wallet,
    total: row.totalCents,
    fee: row.feeCents,
    net: row.netCents,
    reason: row.reason,
    reference: row.reference,
    requestedByName: people.get(row.requestedBy) ?? '',
    approvedByName: row.approvedBy === null ? null : (people.get(row.approvedBy) ?? ''),
    madeAt: row.madeAt,
    endedAt: row.endedAt,
  }))
}

/** Transfers of the companies in scope, the last first. */
export const transfersList = list(listTransfers, {
  table: 'walletTransfer',
  from: transferRows,
  scope: 'companies',
  sorts: { total: 'walletTransfer.totalCents' },
  search: transfersNamed,
  filters: {
    ownerId: (id: string) =>
      where.or([where('walletTransfer.fromOwnerId', '=', id), where('walletTransfer.toOwnerId', '=', id)]),
  },
  items: (rows, { sql }) => transferViews(sql, rows),
  csv: {
    texts: 'transfers',
    columns: [
      'ref',
      'kind',
      'status',
      'senderName',
      'receiverName',
      'wallet',
      'total',
      'fee',
      'net',
      'reason',
      'reference',
      'requestedByName',
      'approvedByName',
      'madeAt',
      'endedAt',
    ],
  },
})
