import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { PaymentAsset, RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import {
  decideTreasury,
  isConversion,
  type TreasuryDecision,
  type TreasuryEntry,
  type TreasuryRefusal,
} from './treasury-operation.ts'
import { isReferenceUsed, readFunding } from './treasury-operations.sql.ts'
import type { Answer } from '../kernel/answer.ts'

/** How far the value of coins may be from the rate of now, as a part of it. */
const tolerance = 100n

export type TreasuryNeeds = {
  readonly rail: Pick<RailPort, 'assets' | 'gasCoin' | 'network'>
  readonly rates: RatesPort
}

const symbolOf = (assets: readonly PaymentAsset[], asset: string): string | undefined =>
  assets.find(({ symbol, network }) => ledgerAssetOf({ asset: symbol, network }) === asset)?.symbol

/** Reads the rate of the coin of a conversion, outside of every transaction; null: there is none. */
export const readMidOf = async (
  { rail, rates }: TreasuryNeeds,
  { asset }: TreasuryEntry,
  now: Date,
): Promise<bigint | null> => {
  const symbol = asset === undefined ? undefined : symbolOf([...rail.assets, rail.gasCoin], asset)
  const mid = symbol === undefined ? null : await rates.readMid(symbol, now)
  return mid === null || 'none' in mid ? null : mid.midRate
}

/** Reads what a record depends on, in the scope of the one who enters it, and decides. */
export const readDecision = async (
  sql: Queries,
  { rail }: TreasuryNeeds,
  { entered, midRate, now }: { entered: TreasuryEntry; midRate: bigint | null; now: Date },
): Promise<Answer<TreasuryDecision, TreasuryRefusal>> => {
  const { kind, target, targetId, reference } = entered
  const fundingId = target === 'funding' ? targetId : entered.fundingId
  return decideTreasury(entered, {
    assets: rail.assets,
    gasCoin: rail.gasCoin,
    midRate,
    funding: fundingId === undefined ? null : await readFunding(sql, fundingId),
    holder: target === 'wallet' && targetId !== undefined ? await readWalletHolder(sql, targetId) : null,
    // A trade has its reference at its venue, which is part of its key in the ledger.
    isReferenceUsed: isConversion(entered) ? false : await isReferenceUsed(sql, { kind, reference }),
    now,
  })
}

/**
 * The decision with the value that its maker saw, so the booking posts what two people have read. A value too far from the
 * rate of now is refused.
 */
export const withShownValue = (
  decided: TreasuryDecision,
  shownCents: bigint | undefined,
): TreasuryDecision | RefusedAnswer<'amount_changed' | 'validation'> => {
  const { conversion } = decided
  if (!conversion) return decided
  if (shownCents === undefined) return refused('validation', { data: { errors: { value: ['required'] } } })
  const { valueCents } = conversion
  const apart = shownCents > valueCents ? shownCents - valueCents : valueCents - shownCents
  if (apart * tolerance > valueCents) return refused('amount_changed', { field: 'coins' })
  return { ...decided, conversion: { ...conversion, valueCents: shownCents } }
}
