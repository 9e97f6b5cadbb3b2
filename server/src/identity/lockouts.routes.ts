import { listLockouts } from '@cardamom/contract/identity/lockouts'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { lockoutsList } from './lockouts.list.ts'
import { readProviderLocks, type ProviderReading } from './provider-locks.ts'
import { readEmailsOf } from './throttles.sql.ts'

const kinds = { 'wrong-codes': 'provider_code', messages: 'provider_message' } as const

/** The provider's locks of the people in the transaction's scope. The provider knows only their ids. */
const providerLockouts = async (sql: Queries, { locks }: ProviderReading) => {
  const emails = await readEmailsOf(
    sql,
    locks.map(({ userId }) => userId),
  )
  return locks.flatMap(({ userId, method, counted, tries, blockedUntil }) => {
    const email = emails.get(userId)
    return email === undefined ? [] : [{ userId, email, kind: kinds[counted], method, tries, blockedUntil }]
  })
}

/** People who are locked out by us or by the step-up provider (permissions §4). */
export const mountLockouts = (
  { mount, clock, log }: Kernel,
  { providerLocks }: Pick<IdentityNeeds, 'providerLocks'>,
): void => {
  mount(listLockouts, async ({ me, input, read }) => {
    const now = clock.realNow()
    const reading = await readProviderLocks({ providerLocks, log }, { userId: input.userId ?? null, now })
    return read(async (sql) => {
      const page = await lockoutsList.page({ sql, me, now }, input)
      if (!page.accepted) return page
      const provider = { state: reading.state, items: await providerLockouts(sql, reading) }
      return accepted({ ...page.value, provider })
    })
  })
}
