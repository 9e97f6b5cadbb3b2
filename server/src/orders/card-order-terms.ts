import { isAdult, todayIn } from '@cardamom/contract/dates'
import { isAdminArea } from '@cardamom/contract/roles'
import { readHolder } from '../cards/card-person.ts'
import { readShownTypes } from '../cards/card-types.sql.ts'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import type { User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { readIsRestricted } from '../settings/settings.sql.ts'
import type { WalletHolder } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { obstacleOf, type Obstacle } from './card-order.ts'
import { readOrderedTypes } from './card-orders.sql.ts'

export type CardOrderTerms = {
  readonly user: User
  readonly obstacle: Obstacle | null
  readonly holder: WalletHolder | null
  /** Types that can be ordered. */
  readonly types: Awaited<ReturnType<typeof readShownTypes>>
  readonly orderedTypes: ReadonlySet<string>
}

/** What an order of a person depends on. */
export const readCardOrderFacts = async (
  sql: Queries,
  of: {
    readonly me: Pick<SessionPrincipal, 'userId'>
    readonly now: Date
    readonly encryption: Encryption
  },
): Promise<CardOrderTerms> => {
  const { me, now, encryption } = of
  const user = await readUser(sql, me.userId)
  if (!user) throw new Error('A signed-in person has a record')
  const company = await readCompany(sql, user.companyId)
  const { isVerified, isHeld } = await readKyc(sql, user.id)
  const person = await readHolder(sql, encryption, { userId: user.id })
  const isComplete = typeof person !== 'string'
  const today = todayIn(company.timeZone, now)
  const obstacle = obstacleOf({
    isCardholder: user.active && !isAdminArea(user.roleId),
    isCreationOn: company.cardCreationEnabled && (await readIsOpen(sql, company)),
    isModuleOff: await readIsRestricted(sql, { tier: company.tier, module: 'cards.request' }),
    isVerified: isVerified && !isHeld,
    gap: isComplete ? null : person,
    isAdult: isComplete && isAdult({ birthDate: person.birthDate, today }),
  })
  return {
    user,
    obstacle,
    holder: await readWalletHolder(sql, user.id),
    types: (await readShownTypes(sql)).filter(({ offered }) => offered),
    orderedTypes: await readOrderedTypes(sql, user.id),
  }
}
