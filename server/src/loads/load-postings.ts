import type { AccountKey, Journal, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'

/** An owner of accounts and the tenant it belongs to. */
export type Owner = { readonly ownerId: string; readonly companyId: string }
/** A partner's share of a load, already split; cents. */
export type PostedShare = Owner & { readonly amountCents: bigint }
export type LoadSpeed = 'regular' | 'immediate'

/** Figures of a load, already split and priced: `bookValue = net + Σ shares + operator + spread`. */
export type PostedFigures = {
  readonly netCents: bigint
  readonly operatorCents: bigint
  /** Book value less gross; below zero when the credit is above the books. */
  readonly spreadCents: bigint
  readonly bookValueCents: bigint
  readonly shares: readonly PostedShare[]
}

export const positive = (amount: bigint) => (amount > 0n ? amount : 0n)
export const deferred: AccountKey = { code: 'fee.deferred' }

/**
 * Books a transfer that became final on the chain, in its own asset, whatever its amount, time or purpose:
 * for the payer of its address, or in suspense when the address has none (money §4.1). Units are the
 * ledger's.
 */
export const depositConfirmed = (deposit: {
  readonly id: string
  readonly chain: string
  readonly tx: string
  readonly log: number
  /** `token@chain` */
  readonly asset: string
  readonly units: bigint
  readonly payer: Owner | null
  readonly effectiveAt: Date
}): Journal => {
  const { id, asset, units, payer } = deposit
  const position = `${deposit.chain}:${deposit.tx}:${deposit.log}`
  const held = payer ? { code: 'deposit.unapplied', asset, ...payer } : { code: 'suspense', asset }
  return journal({
    kind: 'deposit.confirmed',
    key: `deposit:${position}`,
    command: `transfer ${position} ${asset} ${units}`,
    effectiveAt: deposit.effectiveAt,
    subjectId: id,
    legs: [debit({ code: 'crypto.deposits', asset }, units), credit(held, units, { ref: id })],
  })
}

/** The used amount of deposits in one coin, and its book value. */
export type UsedCoin = {
  /** `token@chain` */
  readonly asset: string
  readonly deposits: readonly { readonly id: string; readonly units: bigint }[]
  readonly valueCents: bigint
}

/** Used crypto becomes the operator's own: the pair of money §1, *convert in*. */
export const convertIn = (crypto: UsedCoin & { payer: Owner }): Leg[] => {
  const { asset, payer, deposits } = crypto
  const units = deposits.reduce((sum, deposit) => sum + deposit.units, 0n)
  return [
    ...deposits.map((deposit) =>
      debit({ code: 'deposit.unapplied', asset, ...payer }, deposit.units, { ref: deposit.id }),
    ),
    credit({ code: 'fx.units', asset }, units),
    debit({ code: 'fx.usd', asset }, crypto.valueCents),
  ]
}

/** Crypto that was used is its payer's again, also after it was sold: the mirror of `convertIn` (money §1). */
export const convertOut = (crypto: UsedCoin & { payer: Owner }): Leg[] =>
  convertIn(crypto).map((leg) => ({ ...leg, amount: -leg.amount }))

/**
 * Books the acceptance of a paid load: its card part waits in `load.pending`, each share in its owner's
 * pending bucket, the operator's share and a gain on the rate in `fee.deferred`; a loss on the rate is booked
 * at once (money §4.2). `acceptance` is 1, and one more after each `load.undone`.
 */
export const loadAccepted = (load: {
  readonly id: string
  readonly acceptance: number
  readonly speed: LoadSpeed
  readonly card: Owner
  readonly payer: Owner
  readonly asset: string
  /** The used amount of each deposit in the load's own coin. */
  readonly deposits: readonly { readonly id: string; readonly units: bigint }[]
  /** The used amount of deposits in other coins; part of the book value. */
  readonly otherCoins?: readonly UsedCoin[]
  readonly figures: PostedFigures
  readonly effectiveAt: Date
}): Journal => {
  const { id, asset, payer, deposits, figures, otherCoins = [] } = load
  const { spreadCents } = figures
  const othersCents = otherCoins.reduce((sum, coin) => sum + coin.valueCents, 0n)
  return journal({
    kind: 'load.accepted',
    key: `load:${id}:accepted:${load.acceptance}`,
    command: `accept ${id} ${load.acceptance}`,
    effectiveAt: load.effectiveAt,
    subjectId: id,
    legs: [
      ...convertIn({ asset, payer, deposits, valueCents: figures.bookValueCents - othersCents }),
      ...otherCoins.flatMap((coin) => convertIn({ ...coin, payer })),
      credit({ code: 'load.pending', ...load.card }, figures.netCents, { ref: id }),
      ...figures.shares.map(({ ownerId, companyId, amountCents }) =>
        credit({ code: `wallet.${load.speed}.pending`, ownerId, companyId }, amountCents, { ref: id }),
      ),
      credit(deferred, figures.operatorCents + positive(spreadCents), { ref: id }),
      debit({ code: 'income.fx_result' }, positive(-spreadCents)),
    ],
  })
}

const creditKey = (id: string, acceptance: number): string => `load:${id}:credited:${acceptance}`

/**
 * Keys that the credit of an acceptance may have in the book. Before acceptances had a number in this key,
 * the credit of the first one had none.
 */
export const creditKeys = (load: { readonly id: string; readonly acceptance: number }): readonly string[] => [
  creditKey(load.id, load.acceptance),
  ...(load.acceptance === 1 ? [`load:${load.id}:credited`] : []),
]

/**
 * Books the issuer's credit of the card: pending becomes available, the money in flight covers the card, and
 * the operator's earnings become income (money §4.2). Each acceptance of a load is credited once.
 */
export const loadCredited = (load: {
  readonly id: string
  readonly acceptance: number
  readonly card: Owner
  readonly netCents: bigint
  readonly operatorCents: bigint
  readonly spreadCents: bigint
  readonly effectiveAt: Date
}): Journal => {
  const { id, acceptance, card, netCents, operatorCents } = load
  const gainCents = positive(load.spreadCents)
  return journal({
    kind: 'load.credited',
    key: creditKey(id, acceptance),
    command: `credit ${id} ${acceptance}`,
    effectiveAt: load.effectiveAt,
    subjectId: id,
    legs: [
      debit({ code: 'load.pending', ...card }, netCents, { ref: id }),
      credit({ code: 'card.available', ...card }, netCents),
      debit({ code: 'issuer.allocated' }, netCents),
      credit({ code: 'issuer.in_flight' }, netCents, { ref: id }),
      debit(deferred, operatorCents + gainCents, { ref: id }),
      credit({ code: 'income.load_fees' }, operatorCents, { ref: id }),
      credit({ code: 'income.spread' }, gainCents, { ref: id }),
    ],
  })
}
