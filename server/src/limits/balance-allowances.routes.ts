import { readCompanyLimits, setBalanceAllowance } from '@cardamom/contract/limits/balance-allowances'
import { formatCents } from '@cardamom/contract/money'
import { readLevel, readSeenCompany, readSubject } from '../companies/company-reader.sql.ts'
import { brandName, type Company } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { setAllowance } from '../ledger/accounts.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { emergencyStepUps, mountEmergencyMaximums, readEmergencyView } from './emergency-maximums.routes.ts'
import { allowanceView, obstacleOf } from './balance-allowance.ts'
import { createBalanceAllowancesList, readGuarantors } from './balance-allowances.list.ts'
import {
  readAllowance,
  readWalletAllowances,
  refuseAllowance,
  writeAllowance,
} from './balance-allowances.sql.ts'
import { tellAllowance } from './limit-terms.sql.ts'
import { todayView, type UseToday } from './payin-limit.ts'
import type { LimitNeeds } from './payin-limits.list.ts'

const applyJob = 'limits.allowance'

export type AllowanceNeeds = Pick<LimitNeeds, 'readNames'> & {
  /** What the cards of a company have used today of the maximum emergency load. */
  readonly readEmergencyUse: (sql: Queries, of: { companyId: string; now: Date }) => Promise<UseToday>
}

/** The ledger refuses a fact of an account: here an allowance that is smaller than what the wallet uses. */
const isLedgerRefusal = (error: unknown): boolean => (error as { code?: string }).code === 'LG002'

/**
 * Writes what was set to the ledger, whose guard of the account is what every posting meets. It may run again, and
 * beside the job of another version: each writes the newest version, and runs again where a newer one came meanwhile.
 */
const runApplying = ({ jobs, accountsDb }: Pick<Kernel, 'jobs' | 'accountsDb'>): void =>
  jobs.handle(applyJob, async ({ payload }, { read, write, clock }) => {
    const companyId = String(payload['companyId'])
    const set = await read((sql) => readAllowance(sql, companyId))
    if (!set || set.refusedAt !== null) return
    const { allowanceCents, version } = set
    const at = clock.now()
    try {
      // All tenants: the accounts role sees no rows of the app.
      await accountsDb.write(allTenants, (sql) =>
        setAllowance(sql, { ownerId: companyId, companyId, allowanceCents, at }),
      )
    } catch (error) {
      if (!isLedgerRefusal(error)) throw error
      await write(async ({ sql, emit }) => {
        if (!(await refuseAllowance(sql, { companyId, version, at }))) return
        const stays = (await wallet(sql, companyId)).allowanceCents
        const told = { companyId, setBy: null, beforeCents: allowanceCents, afterCents: stays }
        tellAllowance({ emit }, { ...told, isRefused: true })
      })
    }
    const newest = await read((sql) => readAllowance(sql, companyId))
    return newest && newest.version !== version ? { againAt: clock.now() } : undefined
  })

/** A company sets the allowances of those below it, because it guarantees them; the operator sets all. */
const isSetter = (company: Company, { level, me }: { level: number; me: SessionPrincipal }): boolean =>
  level === 0 || (company.id !== me.companyId && company.path.includes(me.companyId))

const wallet = async (sql: Queries, companyId: string) =>
  (await readWalletAllowances(sql, [companyId]))(companyId)

export const allowanceStepUps = {
  ...emergencyStepUps,
  'POST /balance-allowances': async ({ sql, input }) => {
    const company = await readSeenCompany(sql, textOf(input['companyId']))
    return {
      company: company ? brandName(company) : '',
      balanceAllowance: formatCents(input['allowance'] as bigint),
      reason: textOf(input['reason']),
    }
  },
} satisfies Partial<StepUpDescribers>

/** Maximum emergency load and balance allowances of companies (domain §3). */
export const mountBalanceAllowances = (kernel: Kernel, needs: AllowanceNeeds): void => {
  const { mount, ids } = kernel
  mountList(kernel, createBalanceAllowancesList(needs))
  mountEmergencyMaximums(kernel)
  runApplying(kernel)

  mount(readCompanyLimits, async ({ me, sql, now, input }) => {
    const subject = await readSubject(sql, { me, ...input })
    if (!subject) return refused('record_not_found')
    const { company, level } = subject
    if (company === null)
      return accepted({
        company: null,
        emergency: {
          maximum: await readSetting(sql, 'maximumEmergencyLoad'),
          source: 'platform' as const,
          version: 0,
          maySet: false,
          today: null,
        },
        allowance: null,
      })
    const companyId = company.id
    const emergency = await readEmergencyView(sql, company)
    const { people: cards, ...today } = todayView(await needs.readEmergencyUse(sql, { companyId, now }), {
      dailyCents: emergency.maximum,
    })
    const set = await readAllowance(sql, companyId)
    const view = allowanceView(set, await wallet(sql, companyId))
    const hasOne = obstacleOf({ tier: company.tier, allowanceCents: 1n, wallet: noUse }) === null
    const guarantor = (await readGuarantors(sql, [company]))(company)
    const mayManage = me.may('limits.manage')
    const maySet = mayManage && isSetter(company, { level, me })
    return accepted({
      company: { id: companyId, name: brandName(company), tier: company.tier },
      emergency: { ...emergency, maySet: mayManage && level === 0, today: { ...today, cards } },
      allowance:
        hasOne || view.allowance > 0n ? { guarantor, ...view, version: set?.version ?? 0, maySet } : null,
    })
  })

  mount(setBalanceAllowance, async ({ me, sql, now, input, recordChange, enqueue, emit }) => {
    const { companyId, allowance: allowanceCents, version: seen, reason } = input
    const company = await readSeenCompany(sql, companyId)
    const level = await readLevel(sql, me)
    if (!company || !isSetter(company, { level, me })) return refused('record_not_found')
    const before = await readAllowance(sql, companyId)
    if ((before?.version ?? 0) !== seen) return refused('record_changed')
    const present = await wallet(sql, companyId)
    const isInForce = present.allowanceCents === allowanceCents
    if (isInForce && (before?.allowanceCents ?? 0n) === allowanceCents) return refused('nothing_changes')
    const obstacle = obstacleOf({ tier: company.tier, allowanceCents, wallet: present })
    if (obstacle === 'allowance_in_use')
      return refused(obstacle, { data: { used: formatCents(present.usedCents) } })
    if (obstacle) return refused(obstacle)
    const version = seen + 1
    // What is used now stays with the company that answered for it.
    const guarantorId = present.usedCents > 0n && before ? before.guarantorId : company.parentId
    const row = { id: before?.id ?? ids.next(), companyId, allowanceCents, guarantorId, seen, reason, now }
    if (!(await writeAllowance(sql, { ...row, changedBy: me.userId }))) return refused('record_changed')
    enqueue({ name: applyJob, payload: { companyId } })
    const beforeCents = before && before.refusedAt === null ? before.allowanceCents : present.allowanceCents
    const setBy = level === 0 ? null : me.companyId
    tellAllowance({ emit }, { companyId, setBy, beforeCents, afterCents: allowanceCents })
    recordChange({
      entity: 'balance_allowance',
      entityId: companyId,
      companyId,
      before: before && { allowance: formatCents(before.allowanceCents) },
      after: { allowance: formatCents(allowanceCents), reason },
    })
    return accepted({ version, state: isInForce ? ('in_force' as const) : ('being_set' as const) })
  })
}

const noUse = { allowanceCents: 0n, usedCents: 0n }
