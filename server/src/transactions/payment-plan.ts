import { formatCents } from '@cardamom/contract/money'
import type { SqlValue } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Journal, Plan, RowInsert, GuardedUpdate } from '../kernel/plan.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { cardFeedJournal, cardFeedState, nothingFed, type CardFeedState } from './card-feed.ts'
import { paymentNews } from './payment-news.ts'
import type { TransactionRecord } from './transactions.sql.ts'
import {
  feedEvent,
  paymentStory,
  type BesideRow,
  type PaymentRow,
  type PaymentStory,
} from './payment-rows.ts'

/** The card of a payment, as far as booking it goes. */
type PaidCard = { readonly id: string; readonly companyId: string; readonly userId: string }

/** What is booked of a payment so far: its own row and the rows beside it; null before the first event. */
export type BookedPayment = {
  readonly own: TransactionRecord
  readonly beside: readonly TransactionRecord[]
}

export type PaymentFacts = {
  readonly ids: Ids
  readonly now: Date
  readonly card: PaidCard
  /** Of the card now, for what a decline says. */
  readonly availableCents: bigint
  readonly booked: BookedPayment | null
  /** Booked before, and those that are new, in the issuer's order. */
  readonly known: readonly IssuerTransactionEvent[]
  readonly fresh: readonly IssuerTransactionEvent[]
  readonly hasBreak: boolean
}

const columnsOf = (row: PaymentRow): Record<string, SqlValue> => ({
  status: row.status,
  purpose: row.purpose,
  amount_cents: row.amountCents,
  held_cents: row.heldCents,
  settled_cents: row.settledCents,
  original_amount: row.original?.amount ?? null,
  original_currency: row.original?.currency ?? null,
  original_rate: row.original?.rate ?? null,
  at: row.at,
  authorised_at: row.authorisedAt,
  settled_at: row.settledAt,
  holds_until: row.holdsUntil,
  decline_reason: row.declineReason,
  reason: row.reason,
  refund_of: row.refundOf,
})

const ownerOf = (card: PaidCard) => ({ company_id: card.companyId, user_id: card.userId, card_id: card.id })

const merchantOf = (facts: PaymentFacts, story: PaymentStory): Record<string, SqlValue> => {
  const event = facts.known[0] ?? facts.fresh[0]
  return {
    category: story.category,
    merchant_name: event?.merchant.name ?? null,
    mcc: event?.merchant.mcc ?? null,
    merchant_city: event?.merchant.city ?? null,
    merchant_country: event?.merchant.country ?? null,
    authorisation_code: event?.authorisationCode ?? null,
  }
}

/** One journal for each event that is new: the change that it makes (money §4.5). */
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
  table: 'payment_event',
  row: {
    id: facts.ids.next(),
    company_id: facts.card.companyId,
    user_id: facts.card.userId,
    payment_id: paymentId,
    issuer_event_id: event.eventId,
    type: event.type,
    final: event.final,
    amount_cents: event.amountCents,
    original_amount: event.originalAmount,
    original_currency: event.originalCurrency,
    original_rate: event.rate,
    fees: JSON.stringify(
      event.fees.map(({ type, amountCents }) => ({ type, amount: formatCents(amountCents) })),
    ),
    channel: event.channel,
    authorisation_code: event.authorisationCode,
    reason: event.reason,
    decline_reason: event.declineReason,
    lapses_at: event.lapsesAt,
    occurred_at: event.occurredAt,
  },
})

/**
 * A row to insert. Own rows and those beside them name the same columns, so that they go in one statement, in which the
 * second may refer to the first. What could be spent is remembered with a decline, not looked up later.
 */
const insertOf = (
  facts: PaymentFacts,
  story: PaymentStory,
  of: { id: string; row: PaymentRow; links: Readonly<Record<string, SqlValue>> },
): RowInsert => ({
  table: 'card_transaction',
  row: {
    id: of.id,
    ...ownerOf(facts.card),
    issuer_transaction_id: null,
    payment_id: null,
    issuer_event_id: null,
    feed_held_cents: null,
    feed_settled_cents: null,
    decline_available_cents: of.row.declineReason === null ? null : facts.availableCents,
    ...merchantOf(facts, story),
    ...columnsOf(of.row),
    ...of.links,
  },
})

const ownChange = (
  facts: PaymentFacts,
  story: PaymentStory,
  paymentId: string,
): { rows: RowInsert[]; updates: GuardedUpdate[] } => {
  const feed = {
    feed_held_cents: story.feed.floatingCents,
    feed_settled_cents: story.feed.settledCents,
  }
  const { booked, fresh } = facts
  if (booked) {
    const { version } = booked.own
    const set = { ...columnsOf(story.own), ...feed, version: version + 1 }
    return { rows: [], updates: [{ table: 'card_transaction', id: paymentId, from: { version }, set }] }
  }
  const links = { issuer_transaction_id: fresh[0]?.transactionId ?? null, ...feed }
  return { rows: [insertOf(facts, story, { id: paymentId, row: story.own, links })], updates: [] }
}

const isSame = (booked: TransactionRecord, row: BesideRow) =>
  booked.issuerEventId === row.issuerEventId && booked.purpose === row.purpose && booked.reason === row.reason

const besideRows = (facts: PaymentFacts, story: PaymentStory, paymentId: string): RowInsert[] =>
  story.beside
    .filter((row) => !facts.booked?.beside.some((booked) => isSame(booked, row)))
    .map((row) => {
      const links = { payment_id: paymentId, issuer_event_id: row.issuerEventId }
      return insertOf(facts, story, { id: facts.ids.next(), row, links })
    })

const breakRow = (facts: PaymentFacts, story: PaymentStory, paymentId: string): RowInsert[] => {
  const cleared = facts.fresh.find(({ type }) => type === 'clearing')
  if (!cleared || !story.isUnauthorised || facts.hasBreak) return []
  return [
    {
      table: 'payment_break',
      row: {
        id: facts.ids.next(),
        class: 'clearing_without_authorisation',
        company_id: facts.card.companyId,
        user_id: facts.card.userId,
        payment_id: paymentId,
        issuer_transaction_id: cleared.transactionId,
        amount_cents: cleared.amountCents,
        at: facts.now,
      },
    },
  ]
}

/** Books the events of a payment that are new, whole: journals, rows, a break where there is one, and the news. */
export const paymentPlan = (facts: PaymentFacts): Plan => {
  const story = paymentStory([...facts.known, ...facts.fresh])
  const paymentId = facts.booked?.own.id ?? facts.ids.next()
  const own = ownChange(facts, story, paymentId)
  return {
    journals: journalsOf(facts, paymentId),
    updates: own.updates,
    rows: [
      ...own.rows,
      ...facts.fresh.map((event) => eventRow(facts, paymentId, event)),
      ...besideRows(facts, story, paymentId),
      ...breakRow(facts, story, paymentId),
    ],
    events: paymentNews(facts, { paymentId, status: story.own.status }),
  }
}
