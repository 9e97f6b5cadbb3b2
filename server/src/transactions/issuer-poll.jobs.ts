import type { Config } from '../kernel/config.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { KeptJobHandler, Work } from '../kernel/jobs.ts'
import type { IssuerAccountEntry, IssuerPort, IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { keptBody } from './event-body.ts'
import {
  keepIssuerEvent,
  readIssuerCursor,
  readIssuerCursorAt,
  writeIssuerCursor,
} from './issuer-events.sql.ts'
import { accountMoved, bookingJob } from './issuer-webhook.routes.ts'
import { unbookedEvents } from './payments.sql.ts'

const minuteMs = 60_000
/** Minutes between polls where a company sets none (domain §11, fetch interval). */
const fetchIntervalMs = 15 * minuteMs
const whileUnavailableMs = minuteMs
const resubscribeMs = 6 * 60 * minuteMs
const whileUnsubscribedMs = 5000
/** Before the first card: a feed that was never read is read whole. */
const beginning = new Date('2020-01-01T00:00:00Z')
/** Of one run; what is left is read in the next one, at once. */
const mostPages = 20
const feed = 'transactions'
type Reading = 'done' | 'more' | 'silent'
/** How far the entries of one kind were read, in the payload of the job. */
type AccountProgress = {
  readonly kind: IssuerAccountEntry['kind']
  readonly cursor: string | null
  readonly startedAt: string
}
const accountKinds = ['funded', 'fee_charged', 'chargeback_paid'] as const
const overlapMs = 24 * 60 * minuteMs

type Deps = { readonly issuer: IssuerPort; readonly ids: Ids; readonly clock: Clock }

const bodyOf = (event: IssuerTransactionEvent): string =>
  keptBody({ ...event, amountCents: String(event.amountCents), fees: event.fees.map(({ type }) => type) })

/**
 * Reads what changed at the issuer since the last time, and has booked what no webhook told. The cursor and the work that
 * follows from a page commit together.
 */
export const createIssuerPoll = ({ issuer, ids, clock }: Deps): KeptJobHandler => {
  const take = (work: Work, page: { events: readonly IssuerTransactionEvent[]; nextCursor: string }) =>
    work.write(async ({ sql, enqueue }) => {
      const missing = await unbookedEvents(
        sql,
        page.events.map(({ eventId }) => eventId),
      )
      const at = clock.now()
      const lastOf = new Map<string, string>()
      for (const event of page.events) {
        if (!missing.has(event.eventId)) continue
        const { eventId } = event
        const kept = { id: ids.next(), eventId, about: 'transaction', source: 'poll', at } as const
        await keepIssuerEvent(sql, { ...kept, body: bodyOf(event) })
        lastOf.set(event.transactionId, eventId)
      }
      for (const [transactionId, eventId] of lastOf) enqueue(bookingJob(transactionId, eventId))
      await writeIssuerCursor(sql, { name: feed, cursor: page.nextCursor, at })
    })

  const takePayments = async (work: Work): Promise<Reading> => {
    let cursor = await work.read((sql) => readIssuerCursor(sql, feed))
    for (let pages = 0; pages < mostPages; pages += 1) {
      const page = await issuer.eventsSince({ since: beginning, cursor })
      if (page.outcome !== 'ok') return 'silent'
      const { events, nextCursor } = page.value
      if (events.length === 0 || nextCursor === null) return 'done'
      await take(work, { events, nextCursor })
      cursor = nextCursor
    }
    return 'more'
  }

  const keepEntries = (work: Work, entries: readonly IssuerAccountEntry[]) =>
    work.write(async ({ sql, emit }) => {
      for (const entry of entries) {
        const { entryId: eventId, amountCents } = entry
        const kept = { id: ids.next(), eventId, about: 'account', source: 'poll', at: clock.now() } as const
        const body = keptBody({ ...entry, amountCents: String(amountCents) })
        if (await keepIssuerEvent(sql, { ...kept, body })) emit(accountMoved(kept.id, entry))
      }
    })

  /** Newest first, back to a day before the last time: what came late then is found now. */
  const takeAccount = async (
    work: Work,
    { kind, cursor: first, startedAt }: AccountProgress,
  ): Promise<'done' | 'silent' | AccountProgress> => {
    const name = `account:${kind}`
    const lastAt = await work.read((sql) => readIssuerCursorAt(sql, name))
    let cursor = first
    for (let pages = 0; pages < mostPages; pages += 1) {
      const page = await issuer.accountEntries({ kind, cursor })
      if (page.outcome !== 'ok') return 'silent'
      await keepEntries(work, page.value.entries)
      const oldest = page.value.entries.at(-1)?.occurredAt
      cursor = page.value.nextCursor
      if (oldest && cursor !== null && !(lastAt && oldest < after(lastAt, -overlapMs))) continue
      await work.write(({ sql }) => writeIssuerCursor(sql, { name, cursor: null, at: new Date(startedAt) }))
      return 'done'
    }
    return { kind, cursor, startedAt }
  }

  return async ({ payload }, work) => {
    const { account = null } = payload as { account?: AccountProgress }
    const payments = await takePayments(work)
    if (payments === 'more') return { againAt: clock.now() }
    const readings: Reading[] = [payments]
    const startedAt = clock.now().toISOString()
    for (const kind of accountKinds.slice(account ? accountKinds.indexOf(account.kind) : 0)) {
      const from = account?.kind === kind ? account : { kind, cursor: null, startedAt }
      const reading = await takeAccount(work, from)
      if (typeof reading === 'object') return { againAt: clock.now(), payload: { account: reading } }
      readings.push(reading)
    }
    const pauseMs = readings.includes('silent') ? whileUnavailableMs : fetchIntervalMs
    return { againAt: after(clock.now(), pauseMs), payload: {} }
  }
}

/** Where the issuer sends its events: an embedded one reaches us on loopback, a real one by our public address. */
export const webhookUrl = (config: Pick<Config, 'set' | 'PORT' | 'PUBLIC_URL'>): string => {
  const base = config.set === 'local' ? `http://127.0.0.1:${config.PORT}` : new URL(config.PUBLIC_URL).origin
  return `${base}/api/webhooks/issuer`
}

/** Keeps us subscribed: the last address wins there, and a reset of it forgets ours. */
export const createSubscription =
  ({ issuer, clock }: Deps, url: string): KeptJobHandler =>
  async () => {
    const answer = await issuer.subscribe(url)
    const pauseMs = answer.outcome === 'ok' ? resubscribeMs : whileUnsubscribedMs
    return { againAt: after(clock.now(), pauseMs) }
  }
