import { readProviderHealth } from '@cardamom/contract/settings/provider-health'
import { providerNames, type ProviderName } from '@cardamom/contract/settings/providers'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { createSharedAnswer } from '../kernel/shared-answer.ts'
import type { CallResult } from '../providers/watched-providers.ts'
import { isUnwell } from './provider-health.ts'
import { readProviderStates, recordAnswer, recordFailure } from './provider-states.sql.ts'

/** Records how a provider answered one call of the product. */
export type RecordCall = (provider: ProviderName, result: CallResult) => void

/** Answers of a provider that answers are recorded at most this often. */
const answersMs = 60_000
const freshMs = 2000

/** Never delays the call that it records, and never fails it. */
export const createRecordCall = ({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>): RecordCall => {
  const recordedMs = new Map<ProviderName, number>()
  return (provider, result) => {
    const isAnswered = result === 'answered'
    const nowMs = clock.realNow().getTime()
    if (isAnswered && nowMs - (recordedMs.get(provider) ?? -Infinity) < answersMs) return
    // The first answer after a failure is recorded at once.
    if (isAnswered) recordedMs.set(provider, nowMs)
    else recordedMs.delete(provider)
    const call = { provider, at: clock.now() }
    const isKeyRefused = result === 'key_refused'
    void db
      .write(wholeInstallation, (sql) =>
        isAnswered ? recordAnswer(sql, call) : recordFailure(sql, { ...call, isKeyRefused }),
      )
      .catch((error: unknown) => {
        recordedMs.delete(provider)
        log.warn('The state of a provider could not be recorded', { provider, error: String(error) })
      })
  }
}

/** What the product knows about its providers from its own calls. */
export const mountProviderHealth = ({ mount, db, clock }: Kernel): void => {
  const states = createSharedAnswer({
    service: 'The states of the providers',
    read: () => db.read(wholeInstallation, readProviderStates),
    freshMs,
    nowMs: () => clock.realNow().getTime(),
  })
  mount(readProviderHealth, async ({ now }) => {
    const found = await states()
    const answers = found.flatMap(({ answeredAt }) => (answeredAt === null ? [] : [answeredAt.getTime()]))
    const unwell = providerNames.flatMap((provider) => {
      const state = found.find((each) => each.provider === provider)
      if (!state?.failingSince || !isUnwell(state, now)) return []
      const { failingSince: since, keyRefused: isKeyRefused } = state
      return [{ provider, since, isKeyRefused }]
    })
    const answeredAt = answers.length === 0 ? null : new Date(Math.max(...answers))
    return accepted({ asOf: now, answeredAt, unwell })
  })
}
