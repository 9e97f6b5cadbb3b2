import { listReferrers } from '@cardamom/contract/shares/referrers'
import { readBrandNames } from '../companies/companies.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { countPeopleOfReferrers, referrersSource } from '../identity/referred-people.sql.ts'
import { list } from '../kernel/list.ts'
import { sumByReferralCode } from './earnings.sql.ts'

/** People whose referral code was used. Each count is up to one above 10,000, and of people whom the reader may see. */
export const referrersList = list(listReferrers, {
  ...referrersSource,
  items: async (rows, { sql, me }) => {
    const ids = rows.map(({ id }) => id)
    const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    const people = await countPeopleOfReferrers(sql, ids)
    const seen = ids.filter((id) => seesSharesOf(me, id))
    const earned = await sumByReferralCode(sql, seen)
    return rows.map(({ id, companyId, referralCode, active, createdAt, ...row }) => ({
      id,
      name: `${row.firstName} ${row.lastName}`.trim(),
      companyId,
      companyName: companies.get(companyId) ?? '',
      code: referralCode,
      active,
      people: me.scope.kind === 'own' ? null : (people.get(id) ?? 0),
      earned: seen.includes(id) ? (earned.get(id) ?? 0n) : null,
      createdAt,
    }))
  },
  version: 'appUser.version',
  csv: {
    texts: 'referrers',
    columns: ['name', 'companyName', 'code', 'active', 'people', 'earned', 'createdAt'],
  },
})
