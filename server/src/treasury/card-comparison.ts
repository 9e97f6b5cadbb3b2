import { listCardsAtIssuer } from '../cards/cards.sql.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { followIssuer } from '../cards/issuer-view.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import { readCardsInBook } from '../ledger/book-cut.sql.ts'
import { cardFits } from '../ledger/invariants.ts'
import { listOpenCredits } from '../loads/issuer-transfers.sql.ts'
import type { IssuerCard, IssuerPort } from '../providers/issuer/port.ts'
import { bookingJob } from '../transactions/payment-booking.jobs.ts'
import { unbookedEvents } from '../transactions/payments.sql.ts'
import { storeComparisons } from './card-comparisons.sql.ts'
import { endFindings, recordFindings } from './findings.sql.ts'

const dayMs = 86_400_000
/** Payments of this many days are read: an open hold lapses after 30. */
const paymentDays = 35
/** The issuer's balances may lag, so a card with a journal this short before its reading is read again. */
const lagMs = 60_000

/** A card as the issuer has it, and when it was requested in real time. */
export type CardReading = {
  readonly issuerCardId: string
  /** Null: the issuer has no such card. */
  readonly theirs: IssuerCard | null
  readonly readAt: Date
}

/** `changed`: the card changed while it was read, so this reading decides nothing. */
type Verdict = 'agrees' | 'differs' | 'changed'
type Judgement = CardReading & {
  readonly card: CardRecord | null
  readonly verdict: Verdict
  readonly ours: bigint
}
type Deps = { readonly issuer: IssuerPort; readonly ids: Ids; readonly clock: Clock }

const centsOf = ({ theirs }: CardReading): bigint => theirs?.availableCents ?? 0n

/** Compares readings with the book. A card that one side does not know counts as 0. */
const judge = async (sql: Queries, readings: readonly CardReading[]): Promise<Judgement[]> => {
  const issuerCardIds = readings.map(({ issuerCardId }) => issuerCardId)
  const known = await listCardsAtIssuer(sql, issuerCardIds)
  const cards = new Map(known.map((card) => [card.issuerCardId, card]))
  // Open credits are read first: one that is booked between the two reads counts as a change.
  const open = Map.groupBy(await listOpenCredits(sql, issuerCardIds), (each) => each.issuerCardId)
  const readAt = new Date(Math.min(...readings.map((each) => each.readAt.getTime())))
  const since = after(readAt, -lagMs)
  const inBook = await readCardsInBook(sql, { cardIds: known.map(({ id }) => id), since })
  const books = new Map(inBook.map((each) => [each.cardId, each]))
  return readings.map((reading) => {
    const { issuerCardId } = reading
    const card = cards.get(issuerCardId) ?? null
    const book = card && books.get(card.id)
    const ours = book?.availableCents ?? 0n
    const credits = (open.get(issuerCardId) ?? []).map(({ amountCents }) => amountCents)
    const doFit = cardFits({ theirs: centsOf(reading), ours, open: credits })
    const verdict = doFit ? 'agrees' : book?.hasChanged ? 'changed' : 'differs'
    return { ...reading, card, verdict, ours }
  })
}

const findingOf = (judged: Judgement) => ({
  check: 'R1' as const,
  subject: judged.card?.id ?? judged.issuerCardId,
  detail: `the ledger says ${judged.ours}, they say ${centsOf(judged)}`,
  companyId: judged.card?.companyId ?? null,
})

/** Cards whose state at the issuer ours should follow, because a webhook was lost. */
const strayed = (judged: readonly Judgement[]) =>
  judged.filter(({ card, theirs }) => {
    if (!card || !theirs || card.status === 'pending') return false
    return followIssuer({ status: card.status, blockReason: card.blockReason }, theirs) !== null
  })

/**
 * Compares cards at the issuer with the book, each card for itself (R1 of money §5). A card that seems to
 * differ is read again with its payments. Payments that are not booked yet are no difference: they are booked.
 */
export const createCardComparison = ({ issuer, ids, clock }: Deps) => {
  /** Reads one card and its payments. Null: the issuer does not answer. */
  const readExactly = async (issuerCardId: string) => {
    const readAt = clock.realNow()
    const card = await issuer.readCard(issuerCardId)
    if (card.outcome === 'rejected') return { issuerCardId, theirs: null, readAt, events: [] }
    if (card.outcome !== 'ok') return null
    // The payments are read after the balance, so every payment in the balance is among them.
    const from = after(clock.now(), -paymentDays * dayMs)
    const events = await issuer.cardCreditEvents({ issuerCardId, from })
    if (events.outcome !== 'ok') return null
    return { issuerCardId, theirs: card.value, readAt, events: events.value }
  }

  /** The verdict on one card that was read with its payments. Null: the issuer does not answer. */
  const readAgain = async (work: Work, issuerCardId: string): Promise<Judgement | null> => {
    const reading = await readExactly(issuerCardId)
    if (!reading) return null
    const { events, ...of } = reading
    const { judged, unbooked } = await work.read(async (sql) => {
      const missing = await unbookedEvents(
        sql,
        events.map(({ eventId }) => eventId),
      )
      return { judged: (await judge(sql, [of]))[0], unbooked: missing }
    })
    if (judged?.verdict !== 'differs' || unbooked.size === 0 || !judged.card) return judged ?? null
    const missing = events.filter(({ eventId }) => unbooked.has(eventId))
    await work.write(async ({ enqueue }) => {
      for (const { transactionId, eventId } of missing)
        enqueue(bookingJob(transactionId, `compared/${eventId}`))
    })
    return { ...judged, verdict: 'changed' }
  }

  const store = (work: Work, judged: readonly Judgement[]): Promise<void> =>
    work.write(async (tx) => {
      const at = clock.now()
      const decided = judged.filter(({ verdict }) => verdict !== 'changed')
      await storeComparisons(
        tx.sql,
        decided.map((each) => ({
          issuerCardId: each.issuerCardId,
          cardId: each.card?.id ?? null,
          companyId: each.card?.companyId ?? null,
          differenceCents: each.verdict === 'differs' ? centsOf(each) - each.ours : 0n,
        })),
        at,
      )
      const [differing, agreeing] = [
        decided.filter(({ verdict }) => verdict === 'differs'),
        decided.filter(({ verdict }) => verdict === 'agrees'),
      ]
      const subjects = agreeing.map((each) => findingOf(each).subject)
      await endFindings(tx.sql, { check: 'R1', at, subjects })
      await recordFindings(tx, differing.map(findingOf), { ids, at })
      for (const { issuerCardId } of strayed(judged))
        tx.enqueue({ name: 'cards.refresh', payload: { issuerCardId } })
    })

  /** Compares the cards of a page. At most `mostAgain` of them are read again; the others wait. */
  const comparePage = async (
    work: Work,
    readings: readonly CardReading[],
    mostAgain: number,
  ): Promise<void> => {
    if (readings.length === 0) return
    const judged = await work.read((sql) => judge(sql, readings))
    const certain = judged.filter(({ verdict }) => verdict === 'agrees')
    for (const { issuerCardId } of judged
      .filter(({ verdict }) => verdict === 'differs')
      .slice(0, mostAgain)) {
      const again = await readAgain(work, issuerCardId)
      if (again) certain.push(again)
    }
    await store(work, certain)
  }

  /** Compares single cards. False: the issuer answers about none of them. */
  const compareCards = async (work: Work, issuerCardIds: readonly string[]): Promise<boolean> => {
    const judged: Judgement[] = []
    for (const issuerCardId of issuerCardIds) {
      const one = await readAgain(work, issuerCardId)
      if (one) judged.push(one)
    }
    await store(work, judged)
    return judged.length > 0 || issuerCardIds.length === 0
  }
  return { comparePage, compareCards }
}
export type CardComparison = ReturnType<typeof createCardComparison>
