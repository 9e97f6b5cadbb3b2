import { z } from 'zod'

/** Outside services that the operator's configuration connects. */
export const providerNames = [
  'chain',
  'rates',
  'issuer',
  'kyc',
  'stepUp',
  'mail',
  'sms',
  'peopleLists',
  'walletLists',
] as const
export type ProviderName = (typeof providerNames)[number]

/**
 * How a provider answered a test. `unreachable`: nothing listens at its address. `key_refused`: it answers that it does
 * not accept our key. `refused`: its host answers, but it cannot work now. `no_rate`: it answers without a fresh rate. `not_connected`: the
 * configuration names none.
 */
export const providerResults = [
  'ok',
  'unreachable',
  'key_refused',
  'refused',
  'no_rate',
  'not_connected',
] as const

export const ProviderHealth = z.object({
  provider: z.enum(providerNames),
  result: z.enum(providerResults),
  /** Time until the answer, in milliseconds. */
  ms: z.number().int(),
})
export type ProviderHealth = z.output<typeof ProviderHealth>
