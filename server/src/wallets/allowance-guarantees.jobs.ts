import { readCompany } from '../companies/companies.sql.ts'
import { after } from '../kernel/clock.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { readBelowZeroSince } from '../ledger/wallet-lines.sql.ts'
import { readBalances } from '../ledger/reports.ts'
import { listAllowances, setGuarantor, type BalanceAllowance } from '../limits/balance-allowances.sql.ts'
import { guaranteePlan, guaranteeReason, type UsedAllowance } from './allowance-guarantees.ts'

const most = 100
/** A wallet may change while it is read. */
const mostTries = 5
const pauseMs = 10 * 60_000

type Allowance = Pick<BalanceAllowance, 'companyId' | 'guarantorId'>
type Standing =
  | { readonly used: UsedAllowance; readonly guarantorId: string }
  | { readonly used: null; readonly guarantorId: string | null }

/** What a company uses now, and who answers for it. */
const readStanding = (work: Work, { companyId, guarantorId }: Allowance): Promise<Standing> =>
  work.read(async (sql) => {
    const balances = await readBalances(sql, [companyId])
    const wallet = balances.find(({ code }) => code === 'wallet.immediate.available')
    const reserved = balances.find(({ code }) => code === 'wallet.immediate.reserved')
    const { parentId, active: isActive } = await readCompany(sql, companyId)
    const since =
      wallet && wallet.natural < 0n
        ? await readBelowZeroSince(sql, { ownerId: companyId, wallet: 'immediate' })
        : null
    const guarantor = guarantorId ?? parentId
    // The operator has no wallet: what a company right below it uses stays its own debt.
    const isOperators = guarantor !== null && (await readCompany(sql, guarantor)).operatorOwned
    if (!wallet || since === null || guarantor === null || isOperators)
      return { used: null, guarantorId: parentId }
    // Money that waits on its way to a card may return. Until it has left, nobody answers for it.
    const usedCents = -wallet.natural - (reserved?.natural ?? 0n)
    if (usedCents <= 0n) return { used: null, guarantorId }
    const facts = { companyId, isActive, parentId, guarantorId: guarantor, since }
    const seqs = { seq: wallet.seq, reservedSeq: reserved?.seq ?? 0n }
    return { used: { ...facts, ...seqs, usedCents }, guarantorId: guarantor }
  })

const guarantee = async (work: Work, allowance: Allowance): Promise<void> => {
  const { companyId, guarantorId } = allowance
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const standing = await readStanding(work, allowance)
    if (!standing.used) {
      if (standing.guarantorId !== guarantorId)
        await work.write(({ sql }) => setGuarantor(sql, { companyId, guarantorId: standing.guarantorId }))
      return
    }
    const now = work.clock.now()
    const reason = guaranteeReason(standing.used, now)
    if (!reason) return
    const { outcome } = await work.apply(guaranteePlan(standing.used, { reason, effectiveAt: now }))
    // The guarantor has paid today already, the same or another amount. What was used since then is paid tomorrow.
    const isPaidToday = outcome === 'replayed' || outcome === 'idempotency_conflict'
    if (outcome === 'posted' || isPaidToday) return
    if (outcome !== 'guard_failed') throw new Error(`A guarantor could not pay: ${outcome}`)
  }
}

/**
 * Lets the guarantor pay an allowance that was not paid back for 30 days, or whose company closed or moved (domain §7). One
 * failure never stops the others; the job runs again for it.
 */
export const createGuarantees =
  ({ log }: { readonly log: Log }): RecurringJobHandler =>
  async (_job, work) => {
    let failures = 0
    for (let last: string | null = null; ;) {
      const of = { after: last, most }
      const page: BalanceAllowance[] = await work.read((sql) => listAllowances(sql, of))
      for (const allowance of page) {
        try {
          await guarantee(work, allowance)
        } catch (error) {
          failures += 1
          log.error('A guarantor could not pay an allowance', error, { entityId: allowance.companyId })
        }
      }
      last = page.at(-1)?.companyId ?? null
      if (page.length < most) break
    }
    if (failures > 0) throw new Error(`${failures} allowances were not paid by their guarantors`)
    return { againAt: after(work.clock.now(), pauseMs) }
  }
