import { listTransferRequests } from '@cardamom/contract/transfers/transfer-requests'
import {
  kindNamed,
  moneyRequestItems,
  moneyRequestSource,
  requestsAtOnce,
} from '../approvals/money-requests.ts'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { list } from '../kernel/list.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { transferRows, type TransferRecord } from './transfers.sql.ts'

const kinds = {
  transfer: 'createTransfer',
  reversal: 'reverseTransfer',
  card_load: 'createWalletLoad',
  card_loads: 'createWalletLoadBatch',
} as const

type Sides = { readonly fromId: string; readonly toId: string; readonly cardId: string }

/** A transfer back goes the other way. */
const returned = ({ fromOwnerId, toOwnerId }: TransferRecord): Sides => ({
  fromId: toOwnerId,
  toId: fromOwnerId,
  cardId: '',
})

const readTransfers = async (sql: Queries, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, TransferRecord>()
  const found = await transferRows(sql).where('id', '=', anyOf(ids)).execute()
  return new Map(found.map((row) => [row.id, row]))
}

/** Names of companies and of people of the scope, by their ids. */
const readSideNames = (sql: Queries, ids: readonly string[]) =>
  readHolderNames(
    sql,
    ids.flatMap((id) => [
      { id, kind: 'company' as const },
      { id, kind: 'person' as const },
    ]),
  )

type Request = Awaited<ReturnType<typeof moneyRequestItems>>[number] & { readonly kind: keyof typeof kinds }

/** The sides of each request, in their order. */
const readSides = async (sql: Queries, requests: readonly Request[]): Promise<Sides[]> => {
  const reversed = requests.flatMap(({ kind, summary: { params } }) =>
    kind === 'reversal' ? [params['id'] ?? []].flat() : [],
  )
  const transfers = await readTransfers(sql, reversed)
  return requests.map(({ summary: { params, body } }) => {
    const transfer = transfers.get(params['id'] ?? '')
    if (transfer) return returned(transfer)
    return {
      fromId: body['fromOwnerId'] ?? '',
      toId: body['toOwnerId'] ?? '',
      cardId: body['cardId'] ?? '',
    }
  })
}

/** Requests with the names of both sides, as far as the reader sees them. */
const itemsOf = async (sql: Queries, requests: readonly Request[]) => {
  const sides = await readSides(sql, requests)
  const idsOf = (side: keyof Sides) => sides.flatMap((each) => (each[side] === '' ? [] : [each[side]]))
  const names = await readSideNames(sql, [...idsOf('fromId'), ...idsOf('toId')])
  const cards = new Map((await listCardsByIds(sql, idsOf('cardId'))).map((card) => [card.id, card]))
  const holders = await readNames(
    sql,
    [...cards.values()].map(({ userId }) => userId),
  )
  return requests.map(({ item, kind }, at) => {
    const { fromId, toId, cardId } = sides[at] ?? { fromId: '', toId: '', cardId: '' }
    const card = cards.get(cardId)
    return {
      ...item,
      kind,
      senderName: names.get(fromId) ?? '',
      receiverName: (card ? holders.get(card.userId) : names.get(toId)) ?? '',
      lastDigits: card?.lastDigits ?? null,
    }
  })
}

/** Transfers that were requested and are none yet: they wait for a second person, or ended without one. */
export const createTransferRequestsList = (encryption: Encryption) =>
  list(listTransferRequests, {
    ...moneyRequestSource(kinds),
    items: async (rows, reader) => {
      const requests = await moneyRequestItems(rows, reader, encryption)
      const named = requests.map((each) => ({ ...each, kind: kindNamed(kinds, each.row) }))
      return itemsOf(reader.sql, named)
    },
    csv: {
      texts: 'moneyRequests',
      rowsAtOnce: requestsAtOnce,
      columns: [
        'kind',
        'status',
        'senderName',
        'receiverName',
        'lastDigits',
        'wallet',
        'total',
        'fee',
        'reason',
        'requestedByName',
        'requestedAt',
        'expiresAt',
        'decidedByName',
        'decidedAt',
        'note',
      ],
    },
  })
