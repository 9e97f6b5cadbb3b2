import { createSpendingProduct } from '../../../tests/support/spending-product.ts'
import { allTenants } from '../kernel/database.ts'
import { makeDue } from '../kernel/job-rows.sql.ts'
import { pollJob } from '../transactions/issuer-poll.jobs.ts'
import { listFindings } from './findings.sql.ts'
import { readReconciliation, type ReconciliationState } from './reconciliation-runs.sql.ts'
import type { CheckName } from './findings.sql.ts'

const minuteMs = 60_000
const readPauseMs = 2100
/** A reading of the issuer that does not fit is replaced twice, after five reads each. */
const readsOfRound = 16
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * The milliseconds until it is `hour` o'clock UTC. The issuer is read at midnight and compared an hour later, so a test
 * that does not say when it begins fails at some hours of the day.
 */
export const untilHourMs = (hour: number, now: Date): number =>
  dayMs - ((now.getTime() - hour * hourMs) % dayMs)

/** The whole server with the embedded issuer, some cards with money, and payments at chosen moments. */
export const startBusyBook = async (cards: number) => {
  const product = await createSpendingProduct()
  const { kernel, issuer } = product
  await product.settle()
  const loaded = []
  for (let number = 1; number <= cards; number += 1) {
    const { userId } = await product.person(`busy${number}@test.example`)
    await product.approve(userId)
    await product.settle()
    const card = await product.cardOf(userId)
    await product.load(card, 500_00n)
    loaded.push(card)
  }
  await product.settle()
  let payments = 0
  const realFetch = globalThis.fetch

  /**
   * Advances real and business time together, and does what is due. The issuer's webhooks have the time of the
   * machine and are refused as too old, so the transactions are read instead.
   */
  const pass = async (ms: number) => {
    product.wait(ms)
    await issuer.control('/clock', { offsetMs: product.aheadMs() })
    await kernel.db.write(allTenants, (sql) => makeDue(sql, pollJob))
    await product.settle()
  }
  const state = async (name: CheckName): Promise<ReconciliationState> => {
    const now = kernel.clock.now()
    const states = await kernel.db.read(allTenants, (sql) => readReconciliation(sql, now))
    const found = states.find((each) => each.name === name)
    if (!found) throw new Error(`There is no check ${name}`)
    return found
  }
  return {
    product,
    cards: loaded,
    pass,
    state,
    minuteMs,
    findings: () => kernel.db.read(allTenants, listFindings),
    /** A payment at a shop; its event is read later. */
    swipe: async (card: { issuerCardId: string }) => {
      payments += 1
      const amount = `${1 + (payments % 7)}.${String(payments % 100).padStart(2, '0')}`
      await issuer.control('/simulate/authorisation', { cardId: card.issuerCardId, amount })
    },
    /** Until a comparison that does not fit has read the issuer three times. */
    readOn: async () => {
      for (let read = 0; read < readsOfRound; read += 1) await pass(readPauseMs)
    },
    /** Something happens at the issuer after each answer to a request of this path. */
    afterEach: (path: RegExp, happen: () => Promise<unknown>) => {
      globalThis.fetch = async (input, init) => {
        const answer = await realFetch(input, init)
        const isOne = typeof input === 'string' && input.startsWith(issuer.url) && path.test(input)
        if (isOne) await happen()
        return answer
      }
    },
    calm: () => {
      globalThis.fetch = realFetch
    },
    stop: async () => {
      globalThis.fetch = realFetch
      await product.stop()
    },
  }
}

export type BusyBook = Awaited<ReturnType<typeof startBusyBook>>
