import { sql as fragment } from 'kysely'
import { after } from '../kernel/clock.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { Finding } from './checks.ts'
import { differs, isOfFeed } from './invariants.ts'
import { sumsOfLast, sumsOfSome } from './possible-sums.ts'

/** The issuer's available balance at two readings. */
export type IssuerPeriod = {
  readonly from: Date
  readonly to: Date
  readonly openingCents: bigint
  readonly closingCents: bigint
}

/**
 * How far from a reading the time of a journal may be and the journal still belong to its other side: for
 * events of cards, which have the issuer's time, and for others, which have the time of their arrival.
 */
export type Margins = { readonly eventsMs: number; readonly othersMs: number }
const noMargins: Margins = { eventsMs: 0, othersMs: 0 }

type Range = { readonly from: Date; readonly to: Date }
type PostedChange = { readonly kind: string; readonly effectiveAt: Date; readonly cents: bigint }

const masterCodes = ['issuer.unallocated', 'issuer.in_flight', 'issuer.allocated', 'card.floating']

const postings = (sql: Queries, { from, to }: Range) =>
  sql
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .where('account.code', '=', anyOf(masterCodes))
    .where('posting.effectiveAt', '>=', from)
    .where('posting.effectiveAt', '<', to)

/** Change of the master account less what floats, by the journals of a period. */
const sumPosted = async (sql: Queries, of: Range): Promise<bigint> => {
  const sum = fragment<bigint>`coalesce(-sum(posting.amount), 0)::int8`
  return (await postings(sql, of).select(sum.as('sum')).executeTakeFirstOrThrow()).sum
}

/** The same of each journal, in the order of their times. */
const listPosted = (sql: Queries, of: Range): Promise<PostedChange[]> =>
  postings(sql, of)
    .innerJoin('journal', 'journal.id', 'posting.journalId')
    .select([
      'journal.kind',
      'journal.effectiveAt',
      fragment<bigint>`(-sum(posting.amount))::int8`.as('cents'),
    ])
    .groupBy(['journal.id', 'journal.kind', 'journal.effectiveAt'])
    .having(fragment<boolean>`sum(posting.amount) <> 0`)
    .orderBy('journal.effectiveAt')
    .orderBy('journal.id')
    .execute()

const centsOf = (posted: readonly PostedChange[]) => posted.map(({ cents }) => cents)

/** What the journals around a reading may add to all that is before it. */
const around = async (sql: Queries, at: Date, { eventsMs, othersMs }: Margins) => {
  const widestMs = Math.max(eventsMs, othersMs)
  if (widestMs === 0) return { events: [0n], others: [] }
  const all = await listPosted(sql, { from: after(at, -widestMs), to: after(at, widestMs) })
  const near = (marginMs: number) => (posted: PostedChange) =>
    Math.abs(posted.effectiveAt.getTime() - at.getTime()) <= marginMs
  const isBefore = ({ effectiveAt }: PostedChange) => effectiveAt < at
  const isAfter = (posted: PostedChange) => !isBefore(posted)
  const events = all.filter((posted) => isOfFeed(posted) && near(eventsMs)(posted))
  const others = all.filter((posted) => !isOfFeed(posted) && near(othersMs)(posted))
  return {
    events: [
      ...sumsOfLast(centsOf(events.filter(isBefore))).map((sum) => -sum),
      ...sumsOfLast(centsOf(events.filter(isAfter)).toReversed()),
    ],
    others: [...centsOf(others.filter(isBefore)).map((cents) => -cents), ...centsOf(others.filter(isAfter))],
  }
}

/** R4 over a period: opening + fundings − fees − ΔS − ΔF = closing, by our journals of the period (money §5). */
export const checkMasterPeriod = async (
  sql: Queries,
  period: IssuerPeriod,
  margins = noMargins,
): Promise<Finding[]> => {
  const { from, to, openingCents, closingCents } = period
  const posted = await sumPosted(sql, period)
  const [start, end] = [await around(sql, from, margins), await around(sql, to, margins)]
  const others = sumsOfSome([...end.others, ...start.others.map((cents) => -cents)])
  const missing = closingCents - openingCents - posted
  const doesFit = start.events.some((atStart) =>
    end.events.some((atEnd) => others.has(missing - atEnd + atStart)),
  )
  if (doesFit) return []
  const subject = `${from.toISOString()} to ${to.toISOString()}`
  return differs({ check: 'R4', subject, ours: openingCents + posted, theirs: closingCents })
}
