import { z } from 'zod'
import { formatCents } from '@cardamom/contract/money'
import { visibleText } from '@cardamom/contract/wire'
import { centsOfMills, Mills, Moment, Page } from './exact-json.ts'
import { perUsd } from './original-rate.ts'
import type { CardCreditEvent, IssuerPort, IssuerTransactionEvent } from './port.ts'
import { currencyOf, declineReasonOfCode } from './reap-codes.ts'
import { mapped, readAllPages, type ReapHttp } from './reap-http.ts'
import { threeLettersOf } from './three-letter-countries.ts'

const pageSize = '100'
const dayMs = 86_400_000
/** The issuer releases a hold after 30 days. */
const holdMs = 30 * dayMs
const twoLetters = 2

const LifecycleEvent = z.object({
  lifecycle_event_id: z.string().min(1),
  type: z.enum([
    'authorization',
    'authorization.advice',
    'authorization.reversal',
    'authorization.clearing',
    'refund',
  ]),
  bill_amount: Mills.refine((mills) => mills >= 0n),
  transaction_amount: z.string(),
  transaction_currency: z.string(),
  created_at: Moment,
})
type LifecycleEvent = z.output<typeof LifecycleEvent>

const Text = z.string().nullish()
const TransactionFields = z.object({
  id: z.string().min(1),
  card_id: z.string().min(1),
  conversion_rate: Text,
  channel: z.enum(['ATM', 'POS', 'ECOMMERCE', 'VISA_DIRECT']).catch('POS'),
  status: z.string(),
  fees: z.object({ atm_fees: Mills.nullish(), fx_fees: Mills.nullish() }).nullish(),
  merchant_data: z.object({
    merchant_name: Text,
    merchant_city: Text,
    merchant_country: Text,
    mcc_code: Text,
  }),
  decline_reason: z.object({ response_code: Text }).nullish(),
  lifecycle_events: z.array(LifecycleEvent),
})
type Transaction = z.output<typeof TransactionFields>

const channelOf = { POS: 'pos', ECOMMERCE: 'online', ATM: 'cash', VISA_DIRECT: 'online' } as const
const typeOf = {
  'authorization.advice': 'decline',
  'authorization.reversal': 'reversal',
  'authorization.clearing': 'clearing',
  refund: 'refund',
} as const

const inOrder = (left: LifecycleEvent, right: LifecycleEvent) =>
  left.created_at.getTime() - right.created_at.getTime() ||
  (left.lifecycle_event_id < right.lifecycle_event_id ? -1 : 1)

/** Every authorisation after the first one increases the hold. */
const typeAt = (events: readonly LifecycleEvent[], index: number): IssuerTransactionEvent['type'] => {
  const event = events[index]
  if (!event) return 'decline'
  if (event.type !== 'authorization') return typeOf[event.type]
  return events.slice(0, index).some(({ type }) => type === 'authorization') ? 'increment' : 'authorisation'
}

const feesOf = ({ fees }: Transaction) =>
  [
    { type: 'atm', amountCents: centsOfMills(fees?.atm_fees ?? 0n) },
    { type: 'fx', amountCents: centsOfMills(fees?.fx_fees ?? 0n) },
  ].filter(({ amountCents }) => amountCents !== 0n)

/** When the hold lapses. Null when there is no hold. */
const lapseOf = ({ status }: Transaction, events: readonly LifecycleEvent[]): Date | null => {
  const last = events.findLast(({ type }) => type === 'authorization')
  return status === 'PENDING' && last ? new Date(last.created_at.getTime() + holdMs) : null
}

const merchantOf = ({ merchant_data: merchant }: Transaction): IssuerTransactionEvent['merchant'] => {
  const city = merchant.merchant_city ?? null
  const country = merchant.merchant_country ?? null
  return {
    // Shops write these texts themselves, and people read them in lists, mails and receipts.
    name: visibleText(merchant.merchant_name ?? ''),
    mcc: merchant.mcc_code ?? '',
    city: city === null ? null : visibleText(city),
    country: country?.length === twoLetters ? threeLettersOf(country) : country,
  }
}

const originalOf = (transaction: Transaction, event: LifecycleEvent, amountCents: bigint) => {
  const currency = currencyOf(event.transaction_currency)
  if (currency === 'USD') {
    return { originalAmount: formatCents(amountCents), originalCurrency: currency, rate: null }
  }
  const original = event.transaction_amount
  const rate = perUsd({ rate: transaction.conversion_rate ?? '', original, billedMills: event.bill_amount })
  return { originalAmount: original, originalCurrency: currency, rate }
}

const eventsOf = (transaction: Transaction): IssuerTransactionEvent[] => {
  const events = [...transaction.lifecycle_events].sort(inOrder)
  const firstClearing = events.findIndex(({ type }) => type === 'authorization.clearing')
  const declined = transaction.decline_reason?.response_code
  return events.map((event, index) => {
    const type = typeAt(events, index)
    const amountCents = centsOfMills(event.bill_amount)
    return {
      eventId: event.lifecycle_event_id,
      transactionId: transaction.id,
      issuerCardId: transaction.card_id,
      type,
      // A clearing ends the hold, also when it is smaller than the hold. A second clearing counts in full.
      final: type === 'clearing',
      amountCents,
      ...originalOf(transaction, event, amountCents),
      // Fees belong to the payment. The hold shows them until the first clearing, which charges them.
      fees:
        index === firstClearing || (firstClearing < 0 && type === 'authorisation') ? feesOf(transaction) : [],
      channel: channelOf[transaction.channel],
      authorisationCode: null,
      reason: null,
      merchant: merchantOf(transaction),
      declineReason: type === 'decline' ? declineReasonOfCode(declined ?? '') : null,
      occurredAt: event.created_at,
      lapsesAt: lapseOf(transaction, events),
    }
  })
}

const creditEventsOf = (transaction: Transaction): CardCreditEvent[] => {
  const events = [...transaction.lifecycle_events].sort(inOrder)
  return events.map((event, index) => {
    const type = typeAt(events, index)
    return {
      eventId: event.lifecycle_event_id,
      transactionId: transaction.id,
      type,
      final: type === 'clearing',
      amountMills: event.bill_amount,
    }
  })
}

const TransactionsPage = Page(TransactionFields)
const SubscribedAnswer = z.object({ id: z.string().min(1) })
const SubscriptionsAnswer = z.object({ items: z.array(z.object({ subscriberUrl: z.string() })) })

const inPath = encodeURIComponent
const day = (at: Date): string => at.toISOString().slice(0, 10)

/** Card payments, and the subscription to their events. */
export const reapTransactionCalls = ({ change, read }: ReapHttp) =>
  ({
    readTransaction: async (id) =>
      mapped(await read(TransactionFields, { method: 'GET', path: `/transactions/${inPath(id)}` }), eventsOf),
    transactionsBetween: async ({ from, to, page }) =>
      mapped(
        await read(TransactionsPage, {
          method: 'GET',
          path: '/transactions',
          query: { page: String(page), limit: pageSize, fromDate: day(from), toDate: day(to) },
        }),
        ({ items, meta }) => ({ events: items.flatMap(eventsOf), hasMore: page < meta.totalPages }),
      ),
    cardCreditEvents: async ({ issuerCardId, from }) =>
      mapped(
        await readAllPages(
          (page) =>
            read(TransactionsPage, {
              method: 'GET',
              path: `/cards/${inPath(issuerCardId)}/transactions`,
              query: { page: String(page), limit: pageSize, fromDate: day(from) },
            }),
          ({ id }) => id,
        ),
        (transactions) => transactions.flatMap(creditEventsOf),
      ),
    isSubscribed: async (subscriberUrl) =>
      mapped(
        await read(SubscriptionsAnswer, { method: 'GET', path: '/webhooks', version: null }),
        ({ items }) => items.some((item) => item.subscriberUrl === subscriberUrl),
      ),
    subscribeToEvents: async (subscriberUrl) =>
      mapped(
        await change(SubscribedAnswer, {
          method: 'POST',
          path: '/webhooks',
          body: { subscriberUrl },
          version: null,
        }),
        () => null,
      ),
  }) satisfies Partial<IssuerPort>
