import { listWallets, type walletOwnerKinds } from '@cardamom/contract/wallets/wallet-records'
import { sql as fragment, type SqlBool } from 'kysely'
import { findCompanyIds, tierOf } from '../companies/companies.sql.ts'
import { findPersonIds, ownerContains, ownerIsSeller } from '../identity/people.sql.ts'
import { list } from '../kernel/list.ts'
import type { FileReader } from '../kernel/list-source.ts'
import { readBalances } from '../ledger/reports.ts'
import { ownedByCompany, walletAccountSource } from '../ledger/wallet-accounts.sql.ts'
import { bucketsOf, shownBuckets } from './wallet-balances.ts'
import { readWalletOwners } from './wallet-owners.ts'

const ownedByPerson = fragment<SqlBool>`not (${ownedByCompany})`
const isSeller = ownerIsSeller('account.ownerId')

const ownerFilters = {
  company: ownedByCompany,
  seller: fragment<SqlBool>`(${ownedByPerson} and ${isSeller})`,
  cardholder: fragment<SqlBool>`(${ownedByPerson} and not ${isSeller})`,
} as const satisfies Record<(typeof walletOwnerKinds)[number], unknown>

/** Wallets whose company or person has a name with the phrase. If very many people do, each owner is compared. */
const walletsNamed = async (typed: string, { sql, me }: FileReader) => {
  const phrase = typed.trim()
  const companyIds = me.scope.kind === 'own' ? [] : await findCompanyIds(sql, phrase, me.scope)
  const people = await findPersonIds(sql, phrase)
  const ids = [...companyIds, ...(people ?? [])]
  const ofThese = fragment<SqlBool>`account.owner_id = any(array(select unnest(${ids}::uuid[])))`
  const where =
    people === null
      ? fragment<SqlBool>`(${ofThese} or coalesce(${ownerContains('account.ownerId', phrase)}, false))`
      : ofThese
  return { where, count: null }
}

/** Wallets of the companies that the reader may see, and of their people. */
export const walletsList = list(listWallets, {
  ...walletAccountSource,
  filters: {
    ...walletAccountSource.filters,
    ownerKind: (kind: keyof typeof ownerFilters) => ownerFilters[kind],
    tier: (tier: string) => fragment<SqlBool>`${tierOf('account.companyId')} = ${Number(tier)}`,
  },
  search: walletsNamed,
  items: async (rows, { sql, me }) => {
    const ownerOf = await readWalletOwners(sql, rows)
    const balances = await readBalances(sql, [...new Set(rows.map(({ ownerId }) => ownerId))])
    return rows.map(({ id, ownerId, companyId, code, openedAt }) => {
      const owner = ownerOf({ ownerId, companyId })
      const wallet = code === 'wallet.regular.available' ? ('regular' as const) : ('immediate' as const)
      return {
        id,
        ownerId,
        ownerKind: owner.kind,
        ownerName: owner.name,
        companyId,
        companyName: owner.companyName,
        tier: owner.tier,
        wallet,
        ...shownBuckets(me, bucketsOf(balances, { ownerId, wallet }), ownerId),
        openedAt,
      }
    })
  },
  csv: {
    texts: 'walletList',
    columns: [
      'ownerName',
      'ownerKind',
      'companyName',
      'tier',
      'wallet',
      'available',
      'pending',
      'reserved',
      'openedAt',
    ],
  },
})
