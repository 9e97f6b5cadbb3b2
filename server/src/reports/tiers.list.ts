import { listTiers } from '@cardamom/contract/reports/tiers'
import { companySource } from '../companies/companies.list.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { list } from '../kernel/list.ts'
import type { ListReader } from '../kernel/list-source.ts'
import { readBalances } from '../ledger/reports.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { seesSharesOf } from '../companies/share-access.ts'
import { countUnpaidOf } from '../settlements/settlements.sql.ts'
import { bucketsOf } from '../wallets/wallet-balances.ts'
import { readTierEmergencies, readTierLimits } from './tier-limits.ts'

/** Balances, allowances and limits of the companies of a page; null for readers who may not see wallets. */
const readMoney = async (ids: readonly string[], { sql, me, now }: ListReader) => {
  if (!me.may('wallets.view')) return null
  const balances = await readBalances(sql, ids)
  const limitsOf = await readTierLimits(sql, { companies: await readCompanies(sql, ids), now })
  const emergencyOf = await readTierEmergencies(sql, { ids, now })
  return (id: string) => {
    const regular = bucketsOf(balances, { ownerId: id, wallet: 'regular' })
    const immediate = bucketsOf(balances, { ownerId: id, wallet: 'immediate' })
    const own = balances.filter(({ ownerId }) => ownerId === id)
    const floor = own.find(({ code }) => code === 'wallet.immediate.available')?.floor ?? 0n
    return {
      money: {
        regular: regular.available,
        immediate: immediate.available,
        regularReserved: regular.reserved,
        immediateReserved: immediate.reserved,
        emergency: emergencyOf(id),
        allowance: -floor,
        allowanceUsed: immediate.available < 0n ? -immediate.available : 0n,
        limits: limitsOf(id),
      },
      share: {
        regularPending: regular.pending,
        immediatePending: immediate.pending,
        owed: own.find(({ code }) => code === 'partner.owed')?.natural ?? 0n,
      },
    }
  }
}

/** The companies of the reader's scope with their money. What another level earns is shown to the operator's staff only. */
export const tiersList = list(listTiers, {
  ...companySource,
  items: async (rows, reader) => {
    const { sql, me } = reader
    const ids = rows.map(({ id }) => id)
    const seesShareOf = (id: string) => seesSharesOf(me, id)
    // One after another: a transaction has one connection.
    const restrictions = await readSetting(sql, 'tierRestrictions')
    const moneyOf = await readMoney(ids, reader)
    const unpaid = me.may('settlements.view') ? await countUnpaidOf(sql, ids.filter(seesShareOf)) : null
    return rows.map((row) => {
      const found = moneyOf?.(row.id) ?? null
      return {
        id: row.id,
        name: row.name,
        slug: row.slug,
        tier: row.tier,
        parentId: row.parentId,
        parentName: row.parentName,
        active: row.active,
        belowCount: Number(row.belowCount),
        restrictions: restrictions.filter(({ tier }) => tier === row.tier).map(({ module }) => module),
        money: found && found.money,
        share: found && seesShareOf(row.id) ? found.share : null,
        openSettlements: unpaid && seesShareOf(row.id) ? (unpaid.get(row.id) ?? 0) : null,
      }
    })
  },
})
