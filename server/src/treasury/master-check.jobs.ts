import { z } from 'zod'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import type { RecurringJobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { NextRun } from '../kernel/job-run.ts'
import { readBookCut } from '../ledger/book-cut.sql.ts'
import { checkMasterCut, masterChecks, type MasterCheck } from '../ledger/invariants.ts'
import type { Finding } from '../ledger/checks.ts'
import { listOpenDebits } from '../loads/issuer-transfers.sql.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { pollJob } from '../transactions/issuer-poll.jobs.ts'
import { readScanEnd } from '../transactions/issuer-events.sql.ts'
import { sumCardDifferences } from './card-comparisons.sql.ts'
import { endFindings, hasFinding, recordFindings } from './findings.sql.ts'
import { recordSilence } from './reconciliation-failures.ts'
import { recordStart, recordSuccess } from './reconciliation-runs.sql.ts'

const everyMs = 3_600_000
const againSoonMs = 60_000
/** The issuer's figures may lag, so they may be without the journals of this time before they were read. */
const lagMs = 60_000
/** The issuer's events arrive and are booked meanwhile. */
const nextReadMs = 2000
const readsPerCut = 5
const mostCuts = 3
/** A cut older than this has too many journals after it. */
const oldestCutMs = 60_000

const Cents = z.coerce.bigint()
/** One reading of the issuer that the book is compared with until it fits. */
const Cut = z.object({
  readAt: z.number(),
  availableCents: Cents,
  unallocatedCents: Cents,
  reads: z.number().int(),
  /** Number of this cut in its round. */
  number: z.number().int(),
  left: z.array(z.enum(masterChecks)),
})
type Cut = z.output<typeof Cut>

const subjectOf: Readonly<Record<MasterCheck, string>> = {
  R2: 'issuer',
  R3: 'issuer.unallocated',
  R4: 'master balance',
}

/**
 * Compares the master account with the book (R2 to R4 of money §5) while payments go on. The issuer is read
 * once; then the book is read until it fits that reading, apart from what is in flight and from the newest
 * journals. After three readings that do not fit, the difference is a finding.
 */
export const createMasterCheck = (deps: {
  issuer: IssuerPort
  ids: Ids
  clock: Clock
}): RecurringJobHandler => {
  const { issuer, ids, clock } = deps

  const readCut = async (of: Pick<Cut, 'number' | 'left'>): Promise<Cut | null> => {
    const account = await issuer.readAccount()
    if (account.outcome !== 'ok') return null
    // The time after the answer: every journal since then may be of an event after the reading.
    return { ...of, ...account.value, readAt: clock.realNow().getTime(), reads: 0 }
  }

  /** The findings of checks that did not fit any reading of this round. Those that fit now have succeeded. */
  const compare = async (work: Work, cut: Cut): Promise<Finding[]> => {
    const { book, cardsDifferenceCents } = await work.read(async (sql) => {
      const differenceCents = await sumCardDifferences(sql)
      // Read before the book: a debit that is booked between the two reads is a recent journal.
      const debits = await listOpenDebits(sql)
      const cutOfBook = await readBookCut(sql, new Date(cut.readAt - lagMs))
      const inFlight = [...cutOfBook.inFlight, ...debits]
      return { cardsDifferenceCents: differenceCents, book: { ...cutOfBook, inFlight } }
    })
    const found = checkMasterCut({ issuer: cut, book, cardsDifferenceCents }, masterChecks)
    const fitting = masterChecks.filter((check) => !found.some((each) => each.check === check))
    if (fitting.length > 0) await work.write((tx) => succeed(tx, fitting))
    return found.filter(({ check }) => cut.left.some((each) => each === check))
  }

  const succeed = async ({ sql }: WriteTransaction, checks: readonly MasterCheck[]) => {
    const at = clock.now()
    for (const check of checks) await endFindings(sql, { check, at, subjects: [subjectOf[check]] })
    await recordSuccess(sql, checks, { at, covered: 1, total: 1 })
  }

  /**
   * No reading fits. The issuer's transactions are read now, because an event may be lost. A difference is
   * confirmed when it is found again after that.
   */
  const record = (work: Work, found: readonly Finding[]) =>
    work.write(async (tx) => {
      const at = clock.now()
      const scanEnd = await readScanEnd(tx.sql)
      const isConfirmed = (firstAt: Date) => scanEnd !== null && scanEnd >= firstAt
      const differences = found.map(({ check, subject, detail }) => ({
        check: check as MasterCheck,
        subject,
        detail,
        companyId: null,
      }))
      await recordFindings(tx, differences, { ids, at, isConfirmed })
      await recordSuccess(
        tx.sql,
        differences.map(({ check }) => check),
        { at, covered: 1, total: 1 },
      )
      await makeDue(tx.sql, pollJob)
    })

  const endRound = async (work: Work): Promise<NextRun> => {
    const isFound = await work.read((sql) => hasFinding(sql, masterChecks))
    return { againAt: after(clock.now(), isFound ? againSoonMs : everyMs), payload: {} }
  }

  const goOn = async (work: Work, cut: Cut): Promise<NextRun> => {
    const found = await compare(work, cut)
    if (found.length === 0) return endRound(work)
    const left = masterChecks.filter((check) => found.some((each) => each.check === check))
    const reads = cut.reads + 1
    const isOver = reads >= readsPerCut || clock.realNow().getTime() - cut.readAt >= oldestCutMs
    if (!isOver) return { againAt: after(clock.now(), nextReadMs), payload: stored({ ...cut, reads, left }) }
    if (cut.number < mostCuts) return nextCut(work, { number: cut.number + 1, left })
    await record(work, found)
    return endRound(work)
  }

  const nextCut = async (work: Work, of: Pick<Cut, 'number' | 'left'>): Promise<NextRun> => {
    const cut = await readCut(of)
    if (cut) return goOn(work, cut)
    await recordSilence(work, of.left, 'issuer')
    return { againAt: after(clock.now(), againSoonMs), payload: {} }
  }

  return async ({ payload }, work) => {
    const { data: cut } = Cut.safeParse(payload)
    if (cut) return goOn(work, cut)
    await work.write(({ sql }) => recordStart(sql, masterChecks, clock.now()))
    return nextCut(work, { number: 1, left: [...masterChecks] })
  }
}

const stored = (cut: Cut) => ({
  ...cut,
  availableCents: String(cut.availableCents),
  unallocatedCents: String(cut.unallocatedCents),
})
