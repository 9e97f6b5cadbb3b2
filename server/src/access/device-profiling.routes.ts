import {
  getDeviceProfiling,
  grantProfilingConsent,
  profilingTextVersion,
  withdrawProfilingConsent,
} from '@cardamom/contract/access/device-profiling'
import { insertProfilingDecision, readProfiling } from './profiling-consents.sql.ts'
import { createProfilingCookies } from './profiling-cookies.ts'
import { callerOf, recordSecurityEvent } from './security-events.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'

type Person = { readonly userId: string; readonly companyId: string }

/** The profiler's name as people know it. */
const serviceOf = ({ PROFILER_NAME, PROFILER_URL }: Config): string =>
  PROFILER_NAME ?? (PROFILER_URL ? new URL(PROFILER_URL).hostname : '')

/** A person's consent to device profiling and its withdrawal. Neither requires more than a press. */
export const mountDeviceProfiling = ({ mount, config, ids, clock }: Kernel): void => {
  const cookies = createProfilingCookies(config)

  const stateOf = async (sql: Queries, me: Person) => {
    const { offered, consented, decidedAt } = await readProfiling(sql, config, me)
    return { offered, consented, decidedAt, service: serviceOf(config), textVersion: profilingTextVersion }
  }

  mount(getDeviceProfiling, async ({ sql, me }) => accepted(await stateOf(sql, me)))

  mount(grantProfilingConsent, async ({ sql, me, input, request, reply, address }) => {
    const { userId, companyId } = me
    const before = await stateOf(sql, me)
    if (!before.offered) return refused('profiling_not_offered')
    if (input.textVersion !== profilingTextVersion) return refused('record_changed')
    if (!before.consented) {
      const at = clock.realNow()
      const caller = callerOf({ request, address })
      const facts = { textVersion: profilingTextVersion }
      await insertProfilingDecision(sql, { id: ids.next(), userId, companyId, granted: true, at })
      await recordSecurityEvent(sql, ids, { userId, companyId, kind: 'profiling_allowed', facts, caller, at })
    }
    cookies.makeDue(reply)
    return accepted(await stateOf(sql, me))
  })

  mount(withdrawProfilingConsent, async ({ sql, me, request, reply, address }) => {
    const { userId, companyId } = me
    const { consented } = await stateOf(sql, me)
    if (consented) {
      const at = clock.realNow()
      const caller = callerOf({ request, address })
      await insertProfilingDecision(sql, { id: ids.next(), userId, companyId, granted: false, at })
      await recordSecurityEvent(sql, ids, { userId, companyId, kind: 'profiling_withdrawn', caller, at })
    }
    cookies.end(request, reply)
    return accepted(await stateOf(sql, me))
  })
}
