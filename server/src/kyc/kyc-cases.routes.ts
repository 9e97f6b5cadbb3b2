import { abandonKyc, getKyc, refreshKyc, startKyc } from '@cardamom/contract/kyc'
import { addBusinessHours } from '../calendar/business-time.ts'
import { companyOfRequest } from '../companies/company-of-request.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { originOf } from '../companies/company.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { mayFrameKyc } from '../kernel/content-security.ts'
import { entryOfJob, type Work } from '../kernel/jobs.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { KycProvider } from '../providers/kyc/port.ts'
import type { Screening } from '../screening/screening.ts'
import { readSettings, readSetting } from '../settings/settings.sql.ts'
import { createKycAbandon } from './kyc-abandon.ts'
import { mountKycAdmin } from './kyc-admin.routes.ts'
import { findCaseOfUser } from './kyc-cases.sql.ts'
import type { KycCaseRow } from './kyc-cases.sql.ts'
import { registerKycJobs } from './kyc-jobs.ts'
import { endOfTime } from './kyc-merge.ts'
import { readPerson } from './kyc-people.ts'
import { createKycReading } from './kyc-reading.ts'
import { kycStepUps } from './kyc-step-up.ts'
import { createKycStart } from './kyc-start.ts'
import { viewOf, type ViewedCase } from './kyc-view.ts'
import { loadCase } from './kyc-viewed.ts'
import { mountKycWebhooks } from './kyc-webhooks.ts'

export type KycNeeds = {
  /** Providers by the name in a company's *kyc service* setting. */
  readonly providers: Readonly<Record<string, KycProvider>>
  readonly screening: Screening
}

/** Finds a provider by its name in the settings. Throws when there is none with that name. */
const createProviderOf =
  (providers: KycNeeds['providers']) =>
  (name: string): KycProvider => {
    const provider = providers[name]
    if (!provider) throw new Error(`There is no KYC provider with the name ${name}`)
    return provider
  }

/**
 * When the team decides at the latest, counted from the time when the case went to review. Null while the
 * case is not in review.
 */
const reviewEnd = (
  viewed: ViewedCase | null,
  { kycReviewHours, holidays }: { kycReviewHours: number; holidays: readonly string[] },
): Date | null => {
  const since = viewed?.row.status === 'needs_review' ? viewed.steps[0]?.at : undefined
  return since ? addBusinessHours(since, kycReviewHours, { holidays: new Set(holidays) }) : null
}

/**
 * Identity checks: the calls of the person and of the staff, the provider's webhooks, and the background jobs
 * (domain §10).
 */
export const kycModule = (kernel: Kernel, needs: KycNeeds) => {
  const { mount, config, encryption } = kernel
  const providerOf = createProviderOf(needs.providers)
  const reading = createKycReading({ kernel, providerOf, screening: needs.screening })
  const start = createKycStart({ kernel, providerOf })
  const abandon = createKycAbandon({ kernel, providerOf })

  const viewFor = async (sql: Queries, userId: string) => {
    const person = await readPerson(sql, encryption, userId)
    const { kycFlow } = await readCompany(sql, person.companyId)
    const row = await findCaseOfUser(sql, userId)
    const viewed = row && (await loadCase(sql, encryption, row))
    const settings = await readSettings(sql, ['kycAttemptLimit', 'kycReviewHours', 'holidays'])
    return viewOf({
      person,
      viewed,
      limit: settings.kycAttemptLimit,
      flow: kycFlow,
      reviewBy: reviewEnd(viewed, settings),
    })
  }
  /** Reads the person's open session at the provider, because it may have expired or been decided. */
  const catchUp = async (row: KycCaseRow | null, requestId: string) => {
    const by = entryOfJob({ id: requestId, name: 'kyc.catch_up' })
    const write: Work['write'] = (use) => kernel.write(wholeInstallation, use, by)
    return row?.sessionId ? reading.readNow(write, row.sessionId) : 'unchanged'
  }

  mount(getKyc, async ({ sql, me }) => accepted(await viewFor(sql, me.userId)))

  mount(startKyc, async ({ read, me, input, lang, request, requestId, finish }) => {
    const { person, company, origin, attemptLimit, row } = await read(async (sql) => {
      const person = await readPerson(sql, encryption, me.userId)
      return {
        person,
        company: await readCompany(sql, person.companyId),
        origin: originOf(await companyOfRequest(sql, request, config), config),
        attemptLimit: await readSetting(sql, 'kycAttemptLimit'),
        row: await findCaseOfUser(sql, me.userId),
      }
    })
    const isUnfinished = row?.status ? endOfTime(row.status) !== null : false
    if ((await catchUp(row, requestId)) === 'unavailable' && isUnfinished) return refused('FL001')
    const { kycFlow: flow, timeZone, kycService } = company
    const callbackUrl = `${origin}/kyc/status`
    const mayFrame = (url: string) => mayFrameKyc(config, url)
    const wanted = { person, stated: input, timeZone, flow, mayFrame, attemptLimit, callbackUrl, lang }
    return start(wanted, kycService, finish)
  })

  // The provider decides what the reading changes, and the timeline of the case records it.
  mount(refreshKyc, async ({ read, me, requestId, finish }) => {
    const outcome = await catchUp(await read((sql) => findCaseOfUser(sql, me.userId)), requestId)
    return outcome === 'unavailable' ? refused('FL001') : finish((sql) => viewFor(sql, me.userId))
  })

  mount(abandonKyc, ({ me: { userId }, finish }) =>
    abandon({ userId, view: (sql) => viewFor(sql, userId) }, finish),
  )

  mountKycAdmin(kernel, providerOf)
  registerKycJobs(kernel, reading)
  for (const provider of Object.values(needs.providers)) mountKycWebhooks(kernel, provider)
  return { stepUps: kycStepUps }
}
