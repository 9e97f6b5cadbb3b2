import type { Db } from '../kernel/sqlite.ts'
import type { Tenant } from './tenant.ts'
import type { Vault } from './vault.ts'

/** Dependencies of every part of the service. */
export type Parts = {
  readonly db: Db
  readonly vault: Vault
  readonly tenant: Tenant
  /** The service's clock, which the control plane advances. */
  readonly now: () => Date
}

export type Method =
  | 'PASSKEY'
  | 'SECURITY_KEY'
  | 'AUTHENTICATOR_APP'
  | 'EMAIL_OTP'
  | 'EMAIL_MAGIC_LINK'
  | 'SMS'

/**
 * The methods that a user of this tenant may enrol, strongest first; the default method follows this order.
 */
export const methods: readonly Method[] = [
  'PASSKEY',
  'SECURITY_KEY',
  'AUTHENTICATOR_APP',
  'EMAIL_OTP',
  'EMAIL_MAGIC_LINK',
  'SMS',
]

/** One action of one user, to which a challenge is bound. */
export type ActionRef = {
  readonly userId: string
  readonly actionCode: string
  readonly idempotencyKey: string
}

/** Removes the keys whose value is undefined from an answer. */
export const present = <T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as never
