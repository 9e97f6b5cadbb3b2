import type { PeopleProduct } from '../../../tests/support/people-product.ts'
import { allTenants } from '../kernel/database.ts'
import type { Journal, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import { depositConfirmed, loadAccepted } from '../loads/load-postings.ts'

type Owner = { readonly ownerId: string; readonly companyId: string }
type ShareOf = Owner & {
  readonly ownerKind: 'company' | 'seller' | 'cardholder'
  readonly cents: bigint
}
export type Bucket = 'available' | 'pending' | 'reserved'

const asset = 'USDC@ethereum'

/** Books loads and other changes of wallets, as the product does. */
export const createWalletBook = (product: Pick<PeopleProduct, 'kernel'>) => {
  const { ids, clock, apply, db } = product.kernel
  const post = async (...journals: Journal[]) => {
    for (const each of journals) {
      const { outcome } = await apply({ journals: [each] })
      if (outcome !== 'posted') throw new Error(`${each.kind}: ${outcome}`)
    }
  }

  /** An accepted load with these shares. Returns its id. */
  const acceptLoad = async (of: {
    shares: readonly ShareOf[]
    speed?: 'regular' | 'immediate'
    dueAt?: Date | null
    at?: Date
  }): Promise<string> => {
    const { shares, speed = 'regular', at = clock.now(), dueAt = null } = of
    const [id, depositId, payerId] = [ids.next(), ids.next(), ids.next()]
    const companyId = shares[0]?.companyId ?? ids.next()
    const payer = { ownerId: payerId, companyId }
    const card = { ownerId: ids.next(), companyId }
    const sharesCents = shares.reduce((sum, { cents }) => sum + cents, 0n)
    const bookValueCents = 10_000n + sharesCents
    const deposits = [{ id: depositId, units: bookValueCents * 10_000n }]
    const figures = {
      netCents: 10_000n,
      operatorCents: 0n,
      spreadCents: 0n,
      bookValueCents,
      shares: shares.map(({ cents, ...owner }) => ({ ...owner, amountCents: cents })),
    }
    const chain = { chain: 'ethereum', tx: depositId, log: 0, asset, payer, effectiveAt: at }
    await post(
      depositConfirmed({ ...chain, id: depositId, units: bookValueCents * 10_000n }),
      loadAccepted({ id, acceptance: 1, speed, card, payer, asset, deposits, figures, effectiveAt: at }),
    )
    await db.write(allTenants, async (sql) => {
      for (const { ownerId, companyId: owned, ownerKind, cents } of shares)
        await sql.run(
          `insert into share (id, company_id, owner_kind, owner_id, wallet_type, level, source_kind, source_id,
             amount_cents, accepted_at, due_at)
           values ($1, $2, $3, $4, $5, 2, 'load', $6, $7, $8, $9)`,
          [ids.next(), owned, ownerKind, ownerId, speed, id, cents, at, dueAt],
        )
    })
    return id
  }

  /** Changes buckets of a wallet by these cents, against the operator's bank. */
  const change = (
    owner: Owner,
    buckets: Partial<Record<Bucket, bigint>>,
    { wallet = 'regular', at = clock.now() }: { wallet?: 'regular' | 'immediate'; at?: Date } = {},
  ): Promise<void> => {
    const legs = Object.entries(buckets).map(([bucket, cents]): Leg => {
      const options = bucket === 'reserved' ? { ref: owner.ownerId } : {}
      return credit({ code: `wallet.${wallet}.${bucket}`, ...owner }, cents, options)
    })
    const sum = legs.reduce((total, { amount }) => total + amount, 0n)
    const id = ids.next()
    return post(
      journal({
        kind: 'capital.contributed',
        key: `capital:${id}`,
        command: `change ${id}`,
        effectiveAt: at,
        subjectId: id,
        legs: [...legs, debit({ code: 'bank.settlement' }, sum)],
      }),
    )
  }
  return { acceptLoad, change }
}
