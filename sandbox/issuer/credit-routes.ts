import type { FastifyInstance } from 'fastify'
import { findCard, isBlocked, type CardRow } from './card-rows.ts'
import { changeCredit } from './cards.ts'
import type { Desk } from './desk.ts'
import { balancesOf, shownBalances, type EntryRow } from './entries.ts'
import { fieldsOf } from './fields.ts'
import { listPage } from './list-page.ts'
import { fromCents, toCents, toNumber } from './money.ts'
import { Refusal } from './refusal.ts'

type ByCard = { Params: { cardId: string } }

const noCents = () => new Refusal(400, '0302013', 'Card cannot adjust credit', 'adjustment')
const tooLittle = (code: string) =>
  new Refusal(400, code, 'Insufficient balance for card credit', 'adjustment')

const checkAdjustable = (desk: Desk, card: CardRow, cents: bigint): void => {
  if (card.status === 'DELETED') {
    throw new Refusal(400, '0302002', 'Destroyed card credit cannot be changed')
  }
  if (isBlocked(card) && cents > 0n) throw noCents()
  if (cents > balancesOf(desk).unallocatedCents) throw tooLittle('0303003')
  if (cents < 0n && card.credit_cents + cents < 0n) throw tooLittle('0303004')
}

/**
 * Transfers credit between the master account and a card. Not idempotent, like the real one: the same call
 * twice is two adjustments.
 * @param of.by `dashboard` for a change on the issuer's own pages
 */
export const adjustCredit = (
  desk: Desk,
  of: { cardId: string; adjustment: string; by: 'api' | 'dashboard' },
) =>
  desk.db.whole(() => {
    const cents = toCents(of.adjustment.replace(/^\+/, ''))
    if (cents === null || cents === 0n) throw noCents()
    const card = findCard(desk, of.cardId)
    checkAdjustable(desk, card, cents)
    const entry = changeCredit(desk, { type: 'ADJUSTMENT', cardId: card.id, cents, by: of.by })
    const credit = {
      creditBefore: fromCents(card.credit_cents),
      creditAfter: fromCents(card.credit_cents + cents),
    }
    return { entry, credit }
  })

const account = 'MASTER_ACCOUNT_BALANCE'
const onCard = 'CARD_BALANCE'

/** A row of the balance history: it has no reference and no running balance, and its amount has no sign. */
const historyRow = (desk: Desk, row: EntryRow) => {
  const isDeposit = row.card_cents > 0n
  return {
    id: row.id,
    date: row.created_at.slice(0, 10),
    type: isDeposit ? 'DEPOSIT' : 'WITHDRAWAL',
    source: isDeposit ? account : onCard,
    destination: isDeposit ? onCard : account,
    status: row.completed_at <= desk.now().toISOString() ? 'COMPLETED' : 'PENDING',
    amount: toNumber(isDeposit ? row.card_cents : -row.card_cents),
    currency: 'USD',
    cryptoMeta: null,
    txnHash: null,
    exchangeRate: null,
  }
}

/** Payments make no row, and a row may be delayed (`historyLagMs`). */
const historyFrom = `from entry where card_id = ?1 and type in ('ADJUSTMENT', 'CLOSURE') and card_cents <> 0
  and visible_at <= ?2 and (?3 is null or substr(created_at, 1, 10) >= ?3)
  and (?4 is null or substr(created_at, 1, 10) <= ?4)
  and (?5 is null or (card_cents > 0) = (?5 = 'DEPOSIT')) and ?6 is null`

const historyPage = (desk: Desk, cardId: string, query: unknown) => {
  const fields = fieldsOf(query)
  const or = (name: string) => fields.text(name, 200) ?? null
  return listPage<EntryRow, ReturnType<typeof historyRow>>(desk, {
    from: historyFrom,
    order: 'seq desc',
    values: [cardId, desk.now().toISOString(), or('fromDate'), or('toDate'), or('type'), or('txnHash')],
    query,
    defaultLimit: 50,
    toItem: (row) => historyRow(desk, row),
  })
}

/** Credit of cards, their history, and the master account. */
export const mountCredit = (app: FastifyInstance, desk: Desk): void => {
  app.put<ByCard & { Body: { adjustment: string } }>('/cards/:cardId/credit', async ({ params, body }) => {
    const { credit } = adjustCredit(desk, { ...params, adjustment: body.adjustment, by: 'api' })
    return credit
  })
  app.get<ByCard>('/cards/:cardId/balance-history', async ({ params, query }) =>
    historyPage(desk, findCard(desk, params.cardId).id, query),
  )
  app.get('/account/balance', async () => {
    const { availableCents, unallocatedCents } = shownBalances(desk)
    return { availableBalance: toNumber(availableCents), availableToAllocate: toNumber(unallocatedCents) }
  })
}
