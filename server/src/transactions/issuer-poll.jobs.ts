import { z } from 'zod'
import type { Config } from '../kernel/config.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { IssuerPort, IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { storedBody } from './event-body.ts'
import {
  storeIssuerEvent,
  readIssuerCursor,
  transactionFeed,
  writeIssuerCursor,
} from './issuer-events.sql.ts'
import { bookingJob } from './payment-booking.jobs.ts'
import { unbookedEvents } from './payments.sql.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Minutes between polls where a company sets none (domain §11, fetch interval). */
const fetchIntervalMs = 15 * minuteMs
const whileUnavailableMs = minuteMs
const nextSliceMs = 1000
const resubscribeMs = 60 * minuteMs
const whileUnsubscribedMs = 5000
/**
 * The issuer does not say which date its filter uses, and a hold lives for 30 days. Each scan reads the last
 * 35 days, so an event is found whether the filter uses the first or the last date of its transaction.
 */
export const scanMs = 35 * dayMs
/** Pages of one run; further pages have their own run. */
const pagesPerRun = 20
/** The recurring job that reads the issuer's transactions. */
export const pollJob = 'transactions.poll'

type Deps = { readonly issuer: IssuerPort; readonly ids: Ids; readonly clock: Clock }

/** An unfinished scan: its days, and its next page. */
const Scan = z.object({ from: z.coerce.date(), to: z.coerce.date(), page: z.number().int() })
type Scan = z.output<typeof Scan>

const bodyOf = (event: IssuerTransactionEvent): string =>
  storedBody({ ...event, amountCents: String(event.amountCents), fees: event.fees.map(({ type }) => type) })

const scanFrom = (cursor: string | null, now: Date): Scan => {
  const stored = Scan.safeParse(cursor === null ? null : JSON.parse(cursor))
  return stored.success ? stored.data : { from: after(now, -scanMs), to: after(now, dayMs), page: 1 }
}

/**
 * Stores those of the issuer's events that are not booked, and starts their booking as a webhook does. Returns the ids of the
 * events.
 */
export const bookMissing = async (
  { sql, enqueue }: WriteTransaction,
  events: readonly IssuerTransactionEvent[],
  { ids, receivedAt }: { readonly ids: Ids; readonly receivedAt: Date },
): Promise<ReadonlySet<string>> => {
  const missing = await unbookedEvents(
    sql,
    events.map(({ eventId }) => eventId),
  )
  const lastOf = new Map<string, string>()
  for (const event of events) {
    if (!missing.has(event.eventId)) continue
    const eventId = `transaction/poll/${event.transactionId}/${event.eventId}`
    const { transactionId: issuerTransactionId } = event
    const facts = { traceId: null, about: 'transaction', source: 'poll' } as const
    const stored = { id: ids.next(), eventId, issuerTransactionId, receivedAt, body: bodyOf(event) }
    await storeIssuerEvent(sql, { ...facts, ...stored })
    lastOf.set(event.transactionId, eventId)
  }
  for (const [transactionId, eventId] of lastOf) enqueue(bookingJob(transactionId, eventId))
  return missing
}

/**
 * Reads the transactions of the last 35 days page by page, and starts the booking of those without a webhook.
 * The position of the scan and the jobs of a page commit together.
 */
export const createIssuerPoll = ({ issuer, ids, clock }: Deps): RecurringJobHandler => {
  const storePage = (work: Work, events: readonly IssuerTransactionEvent[], next: Scan | null) =>
    work.write(async (tx) => {
      const receivedAt = clock.now()
      await bookMissing(tx, events, { ids, receivedAt })
      await writeIssuerCursor(tx.sql, {
        name: transactionFeed,
        cursor: next && JSON.stringify(next),
        readAt: receivedAt,
      })
    })

  return async (_job, work) => {
    const cursor = await work.read((sql) => readIssuerCursor(sql, transactionFeed))
    let scan = scanFrom(cursor, clock.now())
    for (let pages = 0; pages < pagesPerRun; pages += 1) {
      const page = await issuer.transactionsBetween(scan)
      if (page.outcome !== 'ok') return { againAt: after(clock.now(), whileUnavailableMs) }
      const { events, hasMore } = page.value
      const next = hasMore ? { ...scan, page: scan.page + 1 } : null
      await storePage(work, events, next)
      if (next === null) return { againAt: after(clock.now(), fetchIntervalMs) }
      scan = next
    }
    return { againAt: after(clock.now(), nextSliceMs) }
  }
}

/** Where the issuer sends its events: loopback for an embedded issuer, our public address for a real one. */
export const webhookUrl = (config: Pick<Config, 'set' | 'PORT' | 'PUBLIC_URL'>): string => {
  const base = config.set === 'local' ? `http://127.0.0.1:${config.PORT}` : new URL(config.PUBLIC_URL).origin
  return `${base}/api/webhooks/issuer`
}

/** Renews our subscription: the last address wins at the issuer, and a reset of the issuer deletes ours. */
export const createSubscription =
  ({ issuer, clock }: Deps, url: string): RecurringJobHandler =>
  async () => {
    const found = await issuer.isSubscribed(url)
    const isSubscribed = found.outcome === 'ok' && found.value
    const answer = isSubscribed ? found : await issuer.subscribeToEvents(url)
    const pauseMs = answer.outcome === 'ok' ? resubscribeMs : whileUnsubscribedMs
    return { againAt: after(clock.now(), pauseMs) }
  }
