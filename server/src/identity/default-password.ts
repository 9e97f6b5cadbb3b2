import type { Config } from '../kernel/config.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { StartRefused } from '../kernel/migrate.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { newLinkToken, saveLink } from './links.sql.ts'
import { hasIssues, passwordIssues, passwordPolicyKeys, type User } from './user.ts'

/** The default password of a reset is valid for this long. */
export const defaultPasswordMs = 24 * 3_600_000

const cardholder = 2

/** The default password for a reset; null: none is set, or the present password rules refuse it. */
export const readDefaultPassword = async (
  sql: Queries,
  { DEFAULT_PASSWORD: password }: Pick<Config, 'DEFAULT_PASSWORD'>,
): Promise<string | null> => {
  if (password === undefined) return null
  const policy = await readSettings(sql, passwordPolicyKeys)
  return hasIssues(await passwordIssues(password, { roleId: cardholder, policy })) ? null : password
}

/** Throws StartRefused when the configured default password breaks the password rules of this installation. */
export const refuseWeakDefaultPassword = async ({ db, config }: Pick<Kernel, 'db' | 'config'>) => {
  if (config.DEFAULT_PASSWORD === undefined) return
  if (await db.read(wholeInstallation, (sql) => readDefaultPassword(sql, config))) return
  throw new StartRefused(
    'DEFAULT_PASSWORD breaks the password rules of this installation: choose a longer and less common one, or remove it.',
  )
}

type WithDefault = Pick<User, 'defaultPasswordUntil'>

/** Whether the stored password is the default one of a reset, so that it proves nothing about the person. */
export const hasDefaultPassword = ({ defaultPasswordUntil }: WithDefault): boolean =>
  defaultPasswordUntil !== null

/** Whether the default password of a reset is no longer accepted. */
export const isDefaultLapsed = ({ defaultPasswordUntil }: WithDefault, now: Date): boolean =>
  defaultPasswordUntil !== null && defaultPasswordUntil <= now

/** Whether the password or the address changed since a login began: the login ends with what it proved. */
export const hasChangedSince = (
  { credentialsChangedAt }: Pick<User, 'credentialsChangedAt'>,
  { createdAt }: { readonly createdAt: Date },
): boolean => credentialsChangedAt !== null && credentialsChangedAt > createdAt

/** The page where a person chooses their password after a login with the default one. `save` opens it. */
export const createPasswordPage = ({ ids, clock }: Pick<Kernel, 'ids' | 'clock'>, user: User) => {
  const token = newLinkToken(ids)
  const { id: userId, companyId, email } = user
  const link = { kind: 'default_password', companyId, userId, email, emailChangeId: null } as const
  return { token, save: (sql: Queries) => saveLink(sql, token, { ...link, at: clock.realNow() }) }
}
