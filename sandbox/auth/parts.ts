import type { Db } from '../kernel/sqlite.ts'
import type { Tenant } from './tenant.ts'
import type { Vault } from './vault.ts'

/** What every part of the service works with. */
export type Parts = {
  readonly db: Db
  readonly vault: Vault
  readonly tenant: Tenant
  /** The service's clock; the control plane moves it. */
  readonly now: () => Date
}

export type Method =
  | 'PASSKEY'
  | 'SECURITY_KEY'
  | 'AUTHENTICATOR_APP'
  | 'EMAIL_OTP'
  | 'EMAIL_MAGIC_LINK'
  | 'SMS'

/** What a user of this tenant may enrol, the strongest first: also the order of the default method. */
export const methods: readonly Method[] = [
  'PASSKEY',
  'SECURITY_KEY',
  'AUTHENTICATOR_APP',
  'EMAIL_OTP',
  'EMAIL_MAGIC_LINK',
  'SMS',
]

/** One thing that one user does, which a challenge is bound to. */
export type ActionRef = {
  readonly userId: string
  readonly actionCode: string
  readonly idempotencyKey: string
}

/** Without the keys whose value is missing: an answer says nothing about what is not there. */
export const present = <T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as never
