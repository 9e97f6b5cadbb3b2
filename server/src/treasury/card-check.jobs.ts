import { z } from 'zod'
import { after, type Clock } from '../kernel/clock.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { NextRun } from '../kernel/job-run.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import type { CardComparison, CardReading } from './card-comparison.ts'
import { listUncompared, readCoverage } from './card-comparisons.sql.ts'
import { recordSilence } from './reconciliation-failures.ts'
import { recordStart, recordSuccess } from './reconciliation-runs.sql.ts'

const everyMs = 3_600_000
const againSoonMs = 60_000
const nextSliceMs = 1000
/** Work of one run: pages of a hundred cards, cards of a page that seem to differ, and single cards. */
const pagesPerRun = 5
const againPerPage = 10
const cardsPerRun = 25

/**
 * A round reads all pages, then each card that the pages did not decide, again every minute until the next
 * round.
 */
const Position = z.object({
  startedAt: z.coerce.date(),
  /** Next page; null: single cards are read. */
  page: z.number().int().nullable(),
  /** Last single card. */
  after: z.string(),
})
type Position = z.output<typeof Position>

const names = ['R1'] as const

/** Compares every card at the issuer with the book, each for itself, so traffic on other cards is no hindrance. */
export const createCardCheck = (deps: {
  issuer: IssuerPort
  clock: Clock
  comparison: CardComparison
}): RecurringJobHandler => {
  const { issuer, clock, comparison } = deps
  const nextRun = (position: Position, pauseMs: number): NextRun => ({
    againAt: after(clock.now(), pauseMs),
    payload: { ...position, startedAt: position.startedAt.toISOString() },
  })
  const silence = async (work: Work, position: Position): Promise<NextRun> => {
    await recordSilence(work, names, 'issuer')
    return nextRun(position, againSoonMs)
  }

  const readPages = async (work: Work, position: Position): Promise<NextRun> => {
    let page = position.page ?? 1
    for (let pages = 0; pages < pagesPerRun; pages += 1) {
      const readAt = clock.realNow()
      const read = await issuer.listCards({ page })
      if (read.outcome !== 'ok') return silence(work, { ...position, page })
      const readings = read.value.cards.map((theirs): CardReading => ({
        issuerCardId: theirs.issuerCardId,
        theirs,
        readAt,
      }))
      await comparison.comparePage(work, readings, againPerPage)
      if (!read.value.hasMore) return nextRun({ ...position, page: null }, 0)
      page += 1
    }
    return nextRun({ ...position, page }, nextSliceMs)
  }

  /** The round has read every card: the next pass reads those again that are not decided. */
  const endPass = async (work: Work, position: Position): Promise<NextRun> => {
    const { startedAt } = position
    const isLeft = await work.write(async ({ sql }) => {
      const coverage = await readCoverage(sql, startedAt)
      await recordSuccess(sql, names, { at: clock.now(), ...coverage })
      const of = { since: startedAt, differingBefore: after(clock.now(), 1), after: '', limit: 1 }
      return (await listUncompared(sql, of)).length > 0
    })
    const nextRound = after(startedAt, everyMs)
    const soon = after(clock.now(), againSoonMs)
    if (isLeft && soon < nextRound) return nextRun({ ...position, after: '' }, againSoonMs)
    return { againAt: nextRound, payload: {} }
  }

  const readSingles = async (work: Work, position: Position): Promise<NextRun> => {
    const { startedAt: since, after: last } = position
    // A difference is confirmed by a later comparison, not by one of the same moment.
    const differingBefore = after(clock.now(), -againSoonMs / 2)
    const of = { since, differingBefore, after: last, limit: cardsPerRun }
    const cards = await work.read((sql) => listUncompared(sql, of))
    if (!(await comparison.compareCards(work, cards))) return silence(work, position)
    const next = cards.at(-1)
    return cards.length < cardsPerRun || next === undefined
      ? endPass(work, position)
      : nextRun({ ...position, after: next }, nextSliceMs)
  }

  return async ({ payload }, work) => {
    const { data: position } = Position.safeParse(payload)
    const startedAt = clock.now()
    const isOver = position?.page === null && after(position.startedAt, everyMs) <= startedAt
    if (position && !isOver)
      return position.page === null ? readSingles(work, position) : readPages(work, position)
    await work.write(({ sql }) => recordStart(sql, names, startedAt))
    return readPages(work, { startedAt, page: 1, after: '' })
  }
}
