import { listFriends, listOwnCodes, readReferrals } from '@cardamom/contract/sellers/own-codes'
import { originOf, type Company } from '../companies/company.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted } from '../kernel/answer.ts'
import { countCap } from '../kernel/capped-count.ts'
import type { Config } from '../kernel/config.ts'
import { list } from '../kernel/list.ts'
import type { Kernel } from '../kernel/module.ts'
import { monthsAfter } from '../kernel/months-after.ts'
import { mountList } from '../kernel/mount-list.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { countFriends, findFriends } from './friends.sql.ts'
import { sellerCodeState } from './seller-code.ts'
import { codeRows } from './seller-codes.sql.ts'

const friendsAtOnce = 30

/** Where people register with a code of a company. */
const registerUrl = (company: Company, code: string, config: Pick<Config, 'PUBLIC_URL'>): string =>
  `${originOf(company, config)}/register?code=${encodeURIComponent(code)}`

/** The codes of the reader alone. */
const createOwnCodesList = ({ config }: Pick<Kernel, 'config'>) =>
  list(listOwnCodes, {
    table: 'sellerCode',
    from: codeRows,
    scope: { owner: 'sellerCode.ownerId' },
    sorts: { createdAt: 'sellerCode.id' },
    items: async (rows, { sql, me, now }) => {
      const company = await readCompany(sql, me.companyId)
      return rows.map((row) => {
        const { id, code, uses, maxUses, validFrom, validTo, createdAt } = row
        const url = registerUrl(company, code, config)
        const state = sellerCodeState(row, now)
        return { id, code, url, state, uses, maxUses, validFrom, validTo, createdAt }
      })
    },
    csv: {
      texts: 'sellerCodes',
      columns: ['code', 'state', 'uses', 'maxUses', 'validFrom', 'validTo', 'createdAt'],
    },
  })

/** What everybody sees of their own codes and of who came with them. */
export const mountOwnCodes = (kernel: Kernel): void => {
  const { mount, config } = kernel
  mountList(kernel, createOwnCodesList(kernel))

  mount(readReferrals, async ({ sql, me }) => {
    const user = await readUser(sql, me.userId)
    if (!user) throw new Error('The caller has no record')
    const { referralMonths } = await readSettings(sql, ['referralMonths'])
    const company = await readCompany(sql, user.companyId)
    return accepted({
      code: user.referralCode,
      url: registerUrl(company, user.referralCode, config),
      months: referralMonths,
      people: await countFriends(sql, countCap + 1),
    })
  })

  mount(listFriends, async ({ sql, input, now }) => {
    const { referralMonths } = await readSettings(sql, ['referralMonths'])
    const found = await findFriends(sql, { before: input.before ?? null, most: friendsAtOnce + 1 })
    const shown = found.slice(0, friendsAtOnce)
    return accepted({
      items: shown.map(({ initials, joinedAt, hasSeller }) => {
        const earnsUntil = monthsAfter(joinedAt, referralMonths)
        return { initials, joinedAt, earnsUntil, earns: !hasSeller && now < earnsUntil }
      }),
      next: found.length > friendsAtOnce ? (shown.at(-1)?.id ?? null) : null,
    })
  })
}
