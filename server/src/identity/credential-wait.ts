import { after, type Clock } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readUser } from './users.sql.ts'

/**
 * Until when withdrawals and refunds of an account wait, because its credentials changed; null: they do not. A person who
 * is outside of the scope has changed company, and theirs wait too.
 */
export const readWaitsUntil = async (
  sql: Queries,
  { userId, clock }: { readonly userId: string; readonly clock: Pick<Clock, 'realNow'> },
): Promise<Date | null> => {
  const user = await readUser(sql, userId)
  const hoursMs = (await readSetting(sql, 'credentialChangeWaitHours')) * 3_600_000
  if (!user) return after(clock.realNow(), hoursMs)
  if (!user.credentialsChangedAt) return null
  const until = after(user.credentialsChangedAt, hoursMs)
  return until > clock.realNow() ? until : null
}
