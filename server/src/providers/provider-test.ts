import { connect } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { ProviderHealth, ProviderName } from '@cardamom/contract/settings/providers'
import type { Config } from '../kernel/config.ts'
import type { createProviders } from './configured.ts'
import { connectionOf } from './provider-connections.ts'
import { followKey } from './refused-key.ts'

type Providers = Pick<
  ReturnType<typeof createProviders>,
  'rail' | 'rates' | 'issuer' | 'veriff' | 'mail' | 'sms' | 'lists' | 'stepUp'
>
type TestResult = 'ok' | 'failed' | 'no_rate'

const reachMs = 3000
/** A name that no person has, so that the test says nothing about a person. */
const testName = { firstName: 'Health', lastName: 'Test', birthDate: null, country: null }

/** Whether anything listens at an address. */
const reaches = async (host: string, port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: reachMs })
    const end = (reached: boolean) => {
      socket.destroy()
      answer(reached)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })

const resultOf = async (call: Promise<{ outcome: string }>): Promise<TestResult> =>
  (await call).outcome === 'ok' ? 'ok' : 'failed'

/** A read of each provider that changes nothing there. Null: the provider is not connected. */
const readsOf = ({ rail, rates, issuer, veriff, mail, sms, lists, stepUp }: Providers) =>
  ({
    chain: async () => {
      await rail.readHead()
      return 'ok'
    },
    rates: async (now: Date) => {
      // Each asset is read by itself: one without a fresh rate stops its quotes only.
      const mids = await Promise.all(rail.assets.map(async ({ symbol }) => rates.readMid(symbol, now)))
      if (mids.some((mid) => 'none' in mid && mid.none === 'silent')) return 'failed'
      return mids.every((mid) => 'midRate' in mid) ? 'ok' : 'no_rate'
    },
    issuer: async () => resultOf(issuer.readAccount()),
    kyc: async () => {
      // A signed refusal of a session that does not exist: the service accepted our keys.
      const { outcome } = await veriff.readSession(randomUUID())
      return outcome === 'rejected' || outcome === 'ok' ? 'ok' : 'failed'
    },
    stepUp: stepUp && (async () => resultOf(stepUp.authenticators(randomUUID()))),
    mail: async () => ((await mail.checkLogin()) ? 'ok' : 'failed'),
    sms: sms && (async () => ((await sms.checkLogin()) ? 'ok' : 'failed')),
    peopleLists:
      lists.people &&
      (async () => ((await lists.people?.matchPerson(testName)) === 'unavailable' ? 'failed' : 'ok')),
    walletLists:
      lists.wallets &&
      (async () => ((await lists.wallets?.checkAddress(rail.treasury)) === 'unavailable' ? 'failed' : 'ok')),
  }) satisfies Readonly<Record<ProviderName, ((now: Date) => Promise<TestResult>) | null>>

/**
 * Returns the health test: it calls a provider through its real adapter, by a read, and says how it answered and
 * after which time. It never throws.
 */
export const createProviderTest = (
  config: Config,
  providers: Providers,
): ((provider: ProviderName, now: Date) => Promise<ProviderHealth>) => {
  const reads: Readonly<Record<ProviderName, ((now: Date) => Promise<TestResult>) | null>> =
    readsOf(providers)
  return async (provider, now) => {
    const read = reads[provider]
    const { host, port } = connectionOf(config, provider)
    if (!read || host === null || port === null) return { provider, result: 'not_connected', ms: 0 }
    const startedMs = performance.now()
    const { answer, isKeyRefused } = followKey(() => read(now))
    const outcome = await answer.catch(() => 'failed' as const)
    const ms = Math.round(performance.now() - startedMs)
    if (isKeyRefused()) return { provider, result: 'key_refused', ms }
    if (outcome !== 'failed') return { provider, result: outcome, ms }
    return { provider, result: (await reaches(host, port)) ? 'refused' : 'unreachable', ms }
  }
}
