import { listReferredPeople, type referrers } from '@cardamom/contract/shares/referred-people'
import { readBrandNames } from '../companies/companies.sql.ts'
import { countPeopleOfReferrers, referredSource } from '../identity/referred-people.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { list } from '../kernel/list.ts'
import { monthsAfter } from '../kernel/months-after.ts'
import { readCodeTexts } from '../sellers/codes.sql.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { sumByPayerAndOwner } from './earnings.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'

type By = (typeof referrers)[number]
const referrersOf = (row: {
  readonly sellerOneId: string | null
  readonly sellerTwoId: string | null
  readonly referrerId: string | null
}): { by: By; id: string | null } => {
  if (row.sellerTwoId !== null) return { by: 'seller_two', id: row.sellerTwoId }
  if (row.sellerOneId !== null) return { by: 'seller_one', id: row.sellerOneId }
  return { by: 'referrer', id: row.referrerId }
}

/** People with a seller or a referrer, as far as the reader sees them. */
export const referredPeopleList = list(listReferredPeople, {
  ...referredSource,
  items: async (rows, { sql, me }) => {
    const { referralMonths } = await readSettings(sql, ['referralMonths'])
    const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    const names = await readNames(sql, [...new Set(rows.flatMap((row) => referrersOf(row).id ?? []))])
    const codes = await readCodeTexts(sql, [
      ...new Set(rows.flatMap(({ sellerCodeId }) => sellerCodeId ?? [])),
    ])
    const earned = await sumByPayerAndOwner(
      sql,
      rows.map(({ id }) => id),
    )
    const referrals = await countPeopleOfReferrers(
      sql,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => {
      const { by, id } = referrersOf(row)
      const name = names.get(id ?? '') ?? null
      return {
        id: row.id,
        name: `${row.firstName} ${row.lastName}`.trim(),
        companyId: row.companyId,
        companyName: companies.get(row.companyId) ?? '',
        by,
        referredById: name === null ? null : id,
        referredByName: name,
        code: codes.get(row.sellerCodeId ?? '') ?? null,
        earned: id !== null && seesSharesOf(me, id) ? (earned.get(`${row.id} ${id}`) ?? 0n) : null,
        earnsUntil: by === 'referrer' ? monthsAfter(row.createdAt, referralMonths) : null,
        referrals: me.scope.kind === 'own' ? null : (referrals.get(row.id) ?? 0),
        createdAt: row.createdAt,
      }
    })
  },
  version: 'appUser.version',
  csv: {
    texts: 'referredPeople',
    columns: ['name', 'companyName', 'by', 'referredByName', 'code', 'earned', 'earnsUntil', 'createdAt'],
  },
})
