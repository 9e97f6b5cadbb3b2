import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { ChangeDraft } from '../kernel/recorded-change.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Plan } from '../kernel/plan.ts'
import { readTransfers, type TransferRow } from './chain-transfers.sql.ts'
import { createReadRates, type SqlReader } from './current-rates.ts'
import { usingLimits } from './limit-use.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { FindPayment } from './load-page.ts'
import { acceptPlan, setAsideJob } from './load-plans.ts'
import { assetsToPrice } from './load-pricing.ts'
import { isLoad, type PaymentRecord } from './load-record.ts'
import { creditOf, depositsOf, type Credit, type ResolutionFacts } from './load-resolutions.ts'
import { readLimitUse } from './load-sums.sql.ts'
import { inPresentBooks, readBooksOfLoad } from './present-books.sql.ts'
import { readResolutionFacts } from './resolution-facts.ts'

type FoundLoad = {
  readonly load: PaymentRecord
  readonly transfers: readonly TransferRow[]
  readonly facts: ResolutionFacts
  readonly use: { readonly id: string; readonly version: number } | null
}
type FoundCredit = { readonly load: PaymentRecord; readonly netCents: bigint; readonly plan: Plan }
type CreditRefusal =
  | 'record_not_found'
  | 'resolution_chosen'
  | 'resolution_not_possible'
  | 'kyc_required'
  | 'rate_unavailable'
  | 'amount_changed'

/** What a credit of money that is not as quoted changes, for the audit. */
export const creditChanges = ({
  load,
  netCents,
}: Pick<FoundCredit, 'load' | 'netCents'>): readonly Omit<ChangeDraft, 'personal'>[] => [
  {
    entity: isLoad(load) ? 'load' : 'top_up',
    entityId: load.id,
    companyId: load.companyId,
    userId: load.userId,
    before: { creditedNetCents: null },
    after: { creditedNetCents: netCents },
  },
]

/** Loads whose money is not as quoted, and the plan of their credit: the payer's choice and that of two administrators. */
export const createResolutions = (kernel: Kernel, needs: LoadsNeeds) => {
  const { ids, clock, db } = kernel
  const readRates = createReadRates({ needs, clock })

  /** A load about which a choice is still open, with all data that the choice depends on. */
  const find = async (
    read: SqlReader,
    findLoad: FindPayment,
  ): Promise<Answer<FoundLoad, 'record_not_found' | 'resolution_chosen'>> => {
    const seen = await read(async (sql) => {
      const load = await findLoad(sql)
      return load && { load, transfers: await readTransfers(sql, load.id) }
    })
    if (!seen) return refused('record_not_found')
    const symbols = assetsToPrice(seen.load, depositsOf(seen.load, seen.transfers))
    const current = await readRates(symbols, read)
    const found = await read(async (sql) => {
      const load = await findLoad(sql)
      if (!load) return null
      const transfers = await readTransfers(sql, load.id)
      const use = await readLimitUse(sql, load.userId)
      const facts = await readResolutionFacts(sql, { load, transfers, now: clock.now(), needs })
      return { load, transfers, facts, use }
    })
    if (!found?.facts || found.facts.refund) return refused('resolution_chosen')
    return accepted({ ...found, facts: { ...found.facts, current } })
  }

  const planOf = async (
    read: SqlReader,
    of: Pick<FoundLoad, 'load' | 'transfers'> & {
      readonly credit: Credit
      readonly use: FoundLoad['use']
    },
  ): Promise<Plan> => {
    const { load, transfers, credit, use } = of
    const calendar = await read(readBusinessCalendar)
    const { parts } = credit
    const step = { ids, load, now: clock.now() }
    const accepting = { ...step, calendar, parts, exception: load.exception }
    const planOfLoad = async (): Promise<Plan> => {
      if (!isLoad(load))
        return (await read((sql) => needs.topUps.read(sql, { payment: load, now: step.now }))).plan(accepting)
      if (!use) throw new Error('The limits of the person who made a load have no row')
      // All tenants: the people of the chain, and a payer who changed company, may be out of the reader's scope.
      const books = await db.read(allTenants, (sql) => readBooksOfLoad(sql, load))
      const made = inPresentBooks(acceptPlan({ ...accepting, load }), books)
      return { ...made, updates: [...(made.updates ?? []), usingLimits(use)] }
    }
    const plan = await planOfLoad()
    const used = new Set(parts.flatMap(({ deposits }) => deposits.map((each) => each.id)))
    const unused = depositsOf(load, transfers).filter((row) => !used.has(row.id))
    return { ...plan, jobs: [...(plan.jobs ?? []), ...unused.map(({ id }) => setAsideJob(id))] }
  }

  /** The credit of what came. The card may get more than was shown, but never less without a new choice. */
  const creditWhatCame = async (
    read: SqlReader,
    of: { readonly find: FindPayment; readonly shownNetCents: bigint },
  ): Promise<Answer<FoundCredit, CreditRefusal>> => {
    const found = await find(read, of.find)
    if (!found.accepted) return found
    const { load, transfers, facts, use } = found.value
    const credit = creditOf(load, facts)
    if (typeof credit === 'string') return refused(credit)
    const { netCents } = credit.figures
    if (netCents < of.shownNetCents) return refused('amount_changed', { field: 'net' })
    return accepted({ load, netCents, plan: await planOf(read, { load, transfers, credit, use }) })
  }

  return { find, creditWhatCame }
}

export type Resolutions = ReturnType<typeof createResolutions>
