import { Email } from '@cardamom/contract/identity/person-fields'
import { findWalletHolders, getWalletHolder } from '@cardamom/contract/wallets/wallet-money'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { findHolders, readWalletHolder } from './wallet-holders.sql.ts'
import { holderWithMoney } from './wallet-view.ts'

/** Finds whose wallets an operation is about. A seller finds people only: the money of their company is not theirs. */
export const mountWalletHolders = ({ mount }: Kernel): void => {
  mount(findWalletHolders, async ({ sql, me, input: { q } }) => {
    const found = await findHolders(sql, q, { withCompanies: me.scope.kind !== 'own' })
    if (found.length === 0 && Email.safeParse(q).success) return refused('email_not_found')
    return accepted(found.map(holderWithMoney))
  })

  mount(getWalletHolder, async ({ sql, me, params }) => {
    const holder = await readWalletHolder(sql, params.id)
    if (holder?.kind === 'company' && me.scope.kind === 'own') return refused('record_not_found')
    return holder?.wallets ? accepted(holderWithMoney(holder)) : refused('record_not_found')
  })
}
