import type { ProviderName } from '@cardamom/contract/settings/providers'
import type { createProviders } from './configured.ts'
import { followKey } from './refused-key.ts'

type Providers = ReturnType<typeof createProviders>
/** How a provider took one call: it may answer that it refuses our key. */
export type CallResult = 'answered' | 'silent' | 'key_refused'
type RecordCall = (provider: ProviderName, result: CallResult) => void

/** Answers of the adapters that say that the provider did not answer, or did not accept our account. */
const isSilence = (answer: unknown): boolean => {
  if (answer === false || answer === 'unavailable' || answer === 'unknown') return true
  if (typeof answer !== 'object' || answer === null) return false
  const { outcome, none } = answer as { readonly outcome?: unknown; readonly none?: unknown }
  return outcome === 'unavailable' || outcome === 'unknown' || none === 'silent'
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** The same adapter, whose calls to the provider are recorded. What it computes by itself is no call. */
const watched = <Adapter extends object>(adapter: Adapter, record: (result: CallResult) => void): Adapter =>
  new Proxy(adapter, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key)
      if (typeof found !== 'function') return found
      return (...args: unknown[]) => {
        const { answer, isKeyRefused } = followKey(() => (found as Method).apply(target, args))
        const recordAs = (isAnswered: boolean) => {
          if (isKeyRefused()) return record('key_refused')
          return record(isAnswered ? 'answered' : 'silent')
        }
        if (answer instanceof Promise)
          answer.then(
            (value) => recordAs(!isSilence(value)),
            () => recordAs(false),
          )
        return answer
      }
    },
  })

/** The providers, each of whose calls is recorded with its result. */
export const watchProviders = (providers: Providers, recordCall: RecordCall): Providers => {
  const watch = <Adapter extends object>(adapter: Adapter, provider: ProviderName): Adapter =>
    watched(adapter, (result) => recordCall(provider, result))
  const { rail, rates, issuer, veriff, mail, sms, lists, stepUp } = providers
  return {
    ...providers,
    rail: watch(rail, 'chain'),
    rates: watch(rates, 'rates'),
    issuer: watch(issuer, 'issuer'),
    veriff: watch(veriff, 'kyc'),
    mail: watch(mail, 'mail'),
    sms: sms && watch(sms, 'sms'),
    lists: {
      people: lists.people && watch(lists.people, 'peopleLists'),
      wallets: lists.wallets && watch(lists.wallets, 'walletLists'),
    },
    stepUp: stepUp && watch(stepUp, 'stepUp'),
  }
}
