import type { PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { createAdmin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { setAllowance } from '../ledger/accounts.ts'
import { checkBook } from '../ledger/checks.ts'
import { readBalances } from '../ledger/reports.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import type { SettingKey } from '@cardamom/contract/settings'
import { walletAdjusted } from './adjustment-postings.ts'
import type { WalletType } from './wallet-holder.ts'
import { readWalletHolder } from './wallet-holders.sql.ts'

/**
 * Norte (tier 1) above Andes (tier 2), above Lima and Cusco (tier 3); Eva sells for Lima, Tom only has a card there. Two
 * super administrators, and administrators of Norte, Andes and Lima.
 */
export const createWalletWorld = async (product: Pick<PeopleProduct, 'kernel'>) => {
  const { kernel } = product
  const { db, ids, clock } = kernel
  const norte = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  const andes = await makeCompany(product, { slug: 'andes', name: 'Andes', parentId: norte })
  const lima = await makeCompany(product, { slug: 'lima', name: 'Lima', parentId: andes })
  const cusco = await makeCompany(product, { slug: 'cusco', name: 'Cusco', parentId: andes })
  const eva = await makeUser(product, { email: 'eva@example.com', roleId: 7, companyId: lima })
  const tom = await makeUser(product, { email: 'tom@example.com', roleId: 2, companyId: lima })
  const first = await createAdmin(product, { name: 'first', roleId: 6 })
  const second = await createAdmin(product, { name: 'second', roleId: 6 })
  const ofNorte = await createAdmin(product, { name: 'ofnorte', roleId: 5, companyId: norte })
  const ofAndes = await createAdmin(product, { name: 'ofandes', roleId: 5, companyId: andes })
  const ofLima = await createAdmin(product, { name: 'oflima', roleId: 5, companyId: lima })

  /** Puts money into a wallet, whatever the limits are. */
  const fund = async (ownerId: string, amountCents: bigint, wallet: WalletType = 'regular') => {
    const holder = await db.read(allTenants, (sql) => readWalletHolder(sql, ownerId))
    if (!holder) throw new Error('There is no such holder')
    const adjustment = { id: ids.next(), holder, wallet, type: 'credit', amountCents } as const
    const journal = walletAdjusted({ ...adjustment, effectiveAt: clock.now() })
    const { outcome } = await kernel.apply({ journals: [journal] })
    if (outcome !== 'posted') throw new Error(outcome)
  }
  const available = async (ownerId: string, wallet: WalletType = 'regular'): Promise<bigint> => {
    const balances = await db.read(allTenants, (sql) => readBalances(sql, [ownerId]))
    return balances.find(({ code }) => code === `wallet.${wallet}.available`)?.natural ?? 0n
  }
  return {
    norte,
    andes,
    lima,
    cusco,
    eva,
    tom,
    first,
    second,
    ofNorte,
    ofAndes,
    ofLima,
    fund,
    available,
    /** The natural balance of an account of the operator. */
    operator: (code: string): Promise<bigint> =>
      db.read(allTenants, async (sql) => {
        const { cents } = await sql.one<{ cents: bigint }>(
          `select coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8 as cents
           from account where code = $1`,
          [code],
        )
        return cents
      }),
    allow: (ownerId: string, allowanceCents: bigint) =>
      kernel.accountsDb.write(allTenants, (sql) =>
        setAllowance(sql, { ownerId, companyId: ownerId, allowanceCents, at: clock.now() }),
      ),
    set: (key: SettingKey, value: bigint) =>
      db.write(allTenants, (sql) => writeSetting(sql, { key, value, at: clock.now(), by: null } as never)),
    limit: (category: 'transfer' | 'adjustment', cents: { maximum: bigint; daily: bigint }) =>
      db.write(allTenants, (sql) =>
        sql.run('update payin_limit set max_cents = $2, daily_cents = $3 where category = $1', [
          category,
          cents.maximum,
          cents.daily,
        ]),
      ),
    findings: () => db.read(allTenants, (sql) => checkBook(sql)),
    count: (text: string): Promise<number> =>
      db.read(allTenants, async (sql) => Number((await sql.one<{ count: bigint }>(text)).count)),
  }
}

export type WalletWorld = Awaited<ReturnType<typeof createWalletWorld>>
