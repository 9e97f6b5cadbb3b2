import type pg from 'pg'
import { expect } from 'vitest'
import type { AccountKey, Journal, Leg, Plan } from '../../server/src/kernel/plan.ts'
import { createAccountBook } from '../../server/src/ledger/account-book.ts'
import { encodeBatch } from '../../server/src/ledger/batch.ts'
import { postingKind } from '../../server/src/ledger/kinds.ts'
import type { TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { preparePlan } from '../../server/src/ledger/prepared-plan.ts'

export type Parameters = Record<string, string | Buffer | null>

export const leg = (account: AccountKey, amount: bigint, more: Partial<Leg> = {}): Leg => ({
  account,
  amount,
  ...more,
})
/** The elements of an array that is sent as a text. */
export const elementsOf = (value: string | Buffer | null | undefined): string[] =>
  String(value).slice(1, -1).split(',')

/** Calls of post_batch by hand: the parameters of the poster, which a test changes before the call. */
export const createBatchByHand = async (ledger: TestLedger, client: pg.Client) => {
  const { rows: found } = await ledger.owner.query<{ names: string[] }>(
    `select proargnames as names from pg_proc where proname = 'post_batch'`,
  )
  const names = found[0]?.names ?? []
  /** The parameters with which the poster would send these plans. */
  const encode = (...plans: Partial<Plan>[]): Parameters => {
    const book = createAccountBook()
    const deps = { nextId: ledger.ids.next, realNow: ledger.clock.realNow, book, findKind: postingKind }
    const prepared = plans.map((plan) => {
      const made = preparePlan({ journals: [], ...plan }, { ...deps, expandEvents: ledger.outbox.expand })
      if ('outcome' in made) throw new Error(made.outcome)
      return made
    })
    const { values } = encodeBatch(prepared, { id: ledger.ids.next(), recordedAt: ledger.clock.now() })
    expect(values).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))
  }
  const call = async (parameters: Parameters): Promise<{ outcome: string }[]> => {
    const marks = names.map((_, index) => `$${index + 1}`).join(', ')
    const { rows } = await client.query<{ answer: string | null }>(
      `select post_batch(${marks}) as answer`,
      names.map((name) => parameters[name]),
    )
    return JSON.parse(rows[0]?.answer ?? '[]') as { outcome: string }[]
  }
  const refusalOf = async (parameters: Parameters): Promise<string> => {
    try {
      return `accepted: ${JSON.stringify(await call(parameters))}`
    } catch (error) {
      return (error as Error).message
    }
  }
  const capital = (legs?: readonly Leg[]): Journal => {
    const id = ledger.ids.next()
    const usual = [leg({ code: 'bank.settlement' }, -500n), leg({ code: 'equity.capital' }, 500n)]
    return {
      kind: 'capital.contributed',
      key: `capital:${id}`,
      command: id,
      effectiveAt: ledger.clock.now(),
      legs: legs ?? usual,
    }
  }
  return { encode, call, refusalOf, capital }
}
export type BatchByHand = Awaited<ReturnType<typeof createBatchByHand>>
