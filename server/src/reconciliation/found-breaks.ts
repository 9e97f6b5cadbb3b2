import { listCardsAtIssuer } from '../cards/cards.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { listOverdrawnCards } from '../ledger/overdrawn-cards.sql.ts'
import { listUnansweredCredits } from '../loads/unanswered-credits.sql.ts'
import { listStaleHolds, listUnauthorisedClearings } from '../transactions/compared-payments.sql.ts'
import { listOpenFindings, type OpenFinding } from '../treasury/findings.sql.ts'
import type { FoundBreak } from './breaks.sql.ts'
import {
  listOurDifferences,
  listRepeated,
  listTheirDifferences,
  type EventDifference,
} from './compared-events.sql.ts'
import type { RunRecord } from './runs.sql.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A hold of this age is stale, and a credit of this age without an outcome is a break (domain §12). */
const staleMs = 7 * dayMs
const unknownMs = 10 * minuteMs

/** Breaks of one page, and the position of the next one; null: it was the last. */
type FoundPage = { readonly breaks: readonly FoundBreak[]; readonly next: string | null }
type Page = { readonly after: string; readonly limit: number }
/** One place in which breaks are looked for, page by page. */
export type BreakSource = (sql: Queries, page: Page) => Promise<FoundPage>

const nothing = {
  companyId: null,
  eventAt: null,
  transactionId: null,
  cardId: null,
  amountCents: null,
  oursCents: null,
  theirsCents: null,
  ours: null,
  theirs: null,
  detail: null,
}

const nextOf = <Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string): string | null => {
  const last = rows.at(-1)
  return rows.length < limit || last === undefined ? null : keyOf(last)
}

/** Cards by their id at the issuer. */
const cardsOf = async (sql: Queries, ids: readonly (string | null)[]) => {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const cards = wanted.length === 0 ? [] : await listCardsAtIssuer(sql, wanted)
  return new Map(cards.map((card) => [card.issuerCardId, { cardId: card.id, companyId: card.companyId }]))
}

const ofEvent = (
  each: EventDifference,
  known: { cardId: string; companyId: string } | undefined,
): FoundBreak => {
  const { class: kind, eventId, transactionId, eventAt, oursCents, theirsCents, ours, theirs } = each
  const owner = {
    cardId: each.cardId ?? known?.cardId ?? null,
    companyId: each.companyId ?? known?.companyId ?? null,
  }
  const amountCents = (theirsCents ?? 0n) - (oursCents ?? 0n)
  const subject = eventId
  return {
    ...nothing,
    class: kind,
    subject,
    transactionId,
    eventAt,
    ...owner,
    amountCents,
    oursCents,
    theirsCents,
    ours,
    theirs,
  }
}

const eventSource =
  (list: (sql: Queries, page: Page) => Promise<EventDifference[]>): BreakSource =>
  async (sql, page) => {
    const rows = await list(sql, page)
    const cards = await cardsOf(
      sql,
      rows.map(({ issuerCardId }) => issuerCardId),
    )
    const breaks = rows.map((each) => ofEvent(each, cards.get(each.issuerCardId)))
    return { breaks, next: nextOf(rows, page.limit, ({ eventId }) => eventId) }
  }

const repeatedSource =
  (run: RunRecord): BreakSource =>
  async (sql, page) => {
    const rows = await listRepeated(sql, run, page)
    const cards = await cardsOf(
      sql,
      rows.map(({ issuerCardId }) => issuerCardId),
    )
    const breaks = rows.map(({ eventId, issuerCardId, type, amountCents, ...each }) => {
      const owner = cards.get(issuerCardId) ?? {}
      const theirs = { theirsCents: amountCents, theirs: type }
      return {
        ...nothing,
        ...each,
        ...owner,
        ...theirs,
        class: 'duplicate' as const,
        subject: eventId,
        amountCents,
      }
    })
    return { breaks, next: nextOf(rows, page.limit, ({ eventId }) => eventId) }
  }

/** The checks that run all day, and the class of what they confirm. What is on the chain has no class here. */
const classOfCheck = {
  R1: 'card_balance',
  R2: 'master_balance',
  R3: 'master_balance',
  R4: 'master_balance',
  issuer_day: 'master_balance',
  R7: null,
  ageing: 'timing',
} as const satisfies Record<OpenFinding['invariant'], FoundBreak['class'] | null>

const findingSource: BreakSource = async (sql, page) => {
  const rows = await listOpenFindings(sql, page)
  const breaks = rows.flatMap(({ invariant, subject, detail, companyId, cardId, differenceCents }) => {
    const kind = classOfCheck[invariant]
    if (kind === null) return []
    const named = { class: kind, subject: `${invariant} ${subject}` }
    return [{ ...nothing, ...named, companyId, cardId, amountCents: differenceCents, detail }]
  })
  return { breaks, next: nextOf(rows, page.limit, ({ id }) => id) }
}

const overdrawnSource: BreakSource = async (sql, page) => {
  const rows = await listOverdrawnCards(sql, page)
  const breaks = rows.map(({ cardId, companyId, balanceCents: oursCents }) => {
    const amounts = { oursCents, amountCents: oursCents }
    return { ...nothing, ...amounts, class: 'overdrawn_card' as const, subject: cardId, cardId, companyId }
  })
  return { breaks, next: nextOf(rows, page.limit, ({ cardId }) => cardId) }
}

const staleSource =
  (now: Date): BreakSource =>
  async (sql, page) => {
    const rows = await listStaleHolds(sql, { ...page, before: new Date(now.getTime() - staleMs) })
    const breaks = rows.map(({ id: subject, amountCents, at: _at, ...each }) => {
      const amounts = { oursCents: amountCents, amountCents }
      return { ...nothing, ...each, ...amounts, class: 'stale_floating' as const, subject }
    })
    return { breaks, next: nextOf(rows, page.limit, ({ id }) => id) }
  }

const unauthorisedSource =
  (run: RunRecord, now: Date): BreakSource =>
  async (sql, page) => {
    const rows = await listUnauthorisedClearings(sql, { ...page, from: run.comparedFrom, until: now })
    const breaks = rows.map(({ id: _id, at: eventAt, amountCents, ...each }) => {
      const both = { oursCents: amountCents, theirsCents: amountCents, amountCents }
      const found = { class: 'unauthorised_clearing' as const, subject: each.transactionId, eventAt }
      return { ...nothing, ...each, ...both, ...found, ours: 'clearing', theirs: 'clearing' }
    })
    return { breaks, next: nextOf(rows, page.limit, ({ id }) => id) }
  }

const unansweredSource =
  (now: Date): BreakSource =>
  async (sql, page) => {
    const before = new Date(now.getTime() - unknownMs)
    const rows = await listUnansweredCredits(sql, { ...page, before })
    const cards = await cardsOf(
      sql,
      rows.map(({ issuerCardId }) => issuerCardId),
    )
    const breaks = rows.map(({ id: subject, companyId, issuerCardId, amountCents }) => {
      const cardId = cards.get(issuerCardId)?.cardId ?? null
      const amounts = { oursCents: amountCents, amountCents }
      return { ...nothing, ...amounts, class: 'unknown_outcome' as const, subject, companyId, cardId }
    })
    return { breaks, next: nextOf(rows, page.limit, ({ id }) => id) }
  }

/** Every place in which a run looks for breaks. */
export const breakSources = (run: RunRecord, now: Date): readonly BreakSource[] => [
  eventSource((sql, page) => listTheirDifferences(sql, run, page)),
  eventSource((sql, page) => listOurDifferences(sql, run, page)),
  repeatedSource(run),
  unauthorisedSource(run, now),
  findingSource,
  overdrawnSource,
  staleSource(now),
  unansweredSource(now),
]
