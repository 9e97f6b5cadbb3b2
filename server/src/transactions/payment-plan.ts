import { formatCents } from '@cardamom/contract/money'
import type { Ids } from '../kernel/ids.ts'
import { guardedUpdate, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import type { Journal, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { eventTo, paymentTransitions } from './payment-status.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { cardFeedJournal, cardFeedState, nothingFed, type CardFeedState } from './card-feed.ts'
import { paymentNews } from './payment-news.ts'
import type { TransactionRecord } from './transactions.sql.ts'
import {
  feedEvent,
  paymentState,
  type RelatedRow,
  type PaymentRow,
  type PaymentState,
} from './payment-rows.ts'

/** The fields of a card that booking a payment needs. */
type PaidCard = { readonly id: string; readonly companyId: string; readonly userId: string }

/** The rows of a payment that are already booked: the payment's row and its related rows. */
export type BookedPayment = {
  readonly own: TransactionRecord
  readonly related: readonly TransactionRecord[]
}

export type PaymentFacts = {
  readonly ids: Ids
  readonly now: Date
  readonly card: PaidCard
  /** The card's available amount now; it is stored with a decline. */
  readonly availableCents: bigint
  readonly booked: BookedPayment | null
  /** The booked events and the new ones, in the issuer's order. */
  readonly known: readonly IssuerTransactionEvent[]
  readonly fresh: readonly IssuerTransactionEvent[]
  readonly hasBreak: boolean
}

const columnsOf = (row: PaymentRow) => ({
  purpose: row.purpose,
  amountCents: row.amountCents,
  heldCents: row.heldCents,
  settledCents: row.settledCents,
  originalAmount: row.original?.amount ?? null,
  originalCurrency: row.original?.currency ?? null,
  originalRate: row.original?.rate ?? null,
  at: row.at,
  authorisedAt: row.authorisedAt,
  settledAt: row.settledAt,
  holdsUntil: row.holdsUntil,
  declineReason: row.declineReason,
  reason: row.reason,
  refundOf: row.refundOf,
})

const ownerOf = (card: PaidCard) => ({ companyId: card.companyId, userId: card.userId, cardId: card.id })

const merchantOf = (facts: PaymentFacts, state: PaymentState) => {
  const event = facts.known[0] ?? facts.fresh[0]
  return {
    category: state.category,
    merchantName: event?.merchant.name ?? null,
    mcc: event?.merchant.mcc ?? null,
    merchantCity: event?.merchant.city ?? null,
    merchantCountry: event?.merchant.country ?? null,
    authorisationCode: event?.authorisationCode ?? null,
  }
}

/** One journal for each new event: the change that the event makes (money §4.5). */
const journalsOf = (facts: PaymentFacts, paymentId: string): Journal[] => {
  const booked = facts.known.map(feedEvent)
  let before: CardFeedState = booked.length > 0 ? cardFeedState(booked) : nothingFed
  const journals: Journal[] = []
  for (const event of facts.fresh) {
    booked.push(feedEvent(event))
    const after = cardFeedState(booked)
    const journal = cardFeedJournal({
      event: feedEvent(event),
      before,
      after,
      card: { ownerId: facts.card.id, companyId: facts.card.companyId },
      transactionId: paymentId,
      effectiveAt: event.occurredAt,
    })
    if (journal) journals.push(journal)
    before = after
  }
  return journals
}

const eventRow = (facts: PaymentFacts, paymentId: string, event: IssuerTransactionEvent): RowInsert => ({
  table: 'paymentEvent',
  row: {
    id: facts.ids.next(),
    companyId: facts.card.companyId,
    userId: facts.card.userId,
    paymentId: paymentId,
    issuerEventId: event.eventId,
    type: event.type,
    final: event.final,
    amountCents: event.amountCents,
    originalAmount: event.originalAmount,
    originalCurrency: event.originalCurrency,
    originalRate: event.rate,
    fees: JSON.stringify(
      event.fees.map(({ type, amountCents }) => ({ type, amount: formatCents(amountCents) })),
    ),
    channel: event.channel,
    authorisationCode: event.authorisationCode,
    reason: event.reason,
    declineReason: event.declineReason,
    lapsesAt: event.lapsesAt,
    occurredAt: event.occurredAt,
  },
})

/** The keys of a row: the issuer's transaction for a payment's row, the issuer's event for a related row. */
type Links = {
  readonly issuerTransactionId?: string | null
  readonly feedHeldCents?: bigint
  readonly feedSettledCents?: bigint
  readonly paymentId?: string
  readonly issuerEventId?: string
}

/**
 * Returns a row to insert. Payment rows and related rows have the same columns, so one statement inserts both
 * and related rows may refer to the payment. A decline stores the amount that was available, because it
 * changes later.
 */
const insertOf = (
  facts: PaymentFacts,
  state: PaymentState,
  of: { id: string; row: PaymentRow; links: Links },
): RowInsert => ({
  table: 'cardTransaction',
  row: {
    id: of.id,
    ...ownerOf(facts.card),
    issuerTransactionId: null,
    paymentId: null,
    issuerEventId: null,
    feedHeldCents: null,
    feedSettledCents: null,
    declineAvailableCents: of.row.declineReason === null ? null : facts.availableCents,
    ...merchantOf(facts, state),
    status: of.row.status,
    ...columnsOf(of.row),
    ...of.links,
  },
})

const ownChange = (
  facts: PaymentFacts,
  state: PaymentState,
  paymentId: string,
): { rows: RowInsert[]; updates: GuardedUpdate[] } => {
  const feed = {
    feedHeldCents: state.feed.floatingCents,
    feedSettledCents: state.feed.settledCents,
  }
  const { booked, fresh } = facts
  if (booked) {
    const { version, status: was } = booked.own
    const { status } = state.own
    const own = { id: paymentId, status: was, version }
    const set = { ...columnsOf(state.own), ...feed }
    if (status === was || status === 'declined') {
      const next = { ...set, version: version + 1 }
      const update = guardedUpdate({ table: 'cardTransaction', id: paymentId, from: { version }, set: next })
      return { rows: [], updates: [update] }
    }
    return { rows: [], updates: [transition(paymentTransitions, own, eventTo(status), { set })] }
  }
  const links = { issuerTransactionId: fresh[0]?.transactionId ?? null, ...feed }
  return { rows: [insertOf(facts, state, { id: paymentId, row: state.own, links })], updates: [] }
}

const isSame = (booked: TransactionRecord, row: RelatedRow) =>
  booked.issuerEventId === row.issuerEventId && booked.purpose === row.purpose && booked.reason === row.reason

const relatedRows = (facts: PaymentFacts, state: PaymentState, paymentId: string): RowInsert[] =>
  state.related
    .filter((row) => !facts.booked?.related.some((booked) => isSame(booked, row)))
    .map((row) => {
      const links = { paymentId: paymentId, issuerEventId: row.issuerEventId }
      return insertOf(facts, state, { id: facts.ids.next(), row, links })
    })

const breakRow = (facts: PaymentFacts, state: PaymentState, paymentId: string): RowInsert[] => {
  const cleared = facts.fresh.find(({ type }) => type === 'clearing')
  if (!cleared || !state.isUnauthorised || facts.hasBreak) return []
  return [
    {
      table: 'paymentBreak',
      row: {
        id: facts.ids.next(),
        class: 'clearing_without_authorisation',
        companyId: facts.card.companyId,
        userId: facts.card.userId,
        paymentId: paymentId,
        issuerTransactionId: cleared.transactionId,
        amountCents: cleared.amountCents,
        at: facts.now,
      },
    },
  ]
}

/** Books all new events of a payment: journals, rows, a break where there is one, and notifications. */
export const paymentPlan = (facts: PaymentFacts): Plan => {
  const state = paymentState([...facts.known, ...facts.fresh])
  const paymentId = facts.booked?.own.id ?? facts.ids.next()
  const own = ownChange(facts, state, paymentId)
  return {
    journals: journalsOf(facts, paymentId),
    updates: own.updates,
    rows: [
      ...own.rows,
      ...facts.fresh.map((event) => eventRow(facts, paymentId, event)),
      ...relatedRows(facts, state, paymentId),
      ...breakRow(facts, state, paymentId),
    ],
    events: paymentNews(facts, { paymentId, status: state.own.status }),
  }
}
