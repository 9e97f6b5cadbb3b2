import { splitOf } from '../fees/fee-split.ts'
import type { Clock } from '../kernel/clock.ts'
import { publicRef, type Ids } from '../kernel/ids.ts'
import type { Work } from '../kernel/jobs.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { CurrentRates, Deposit } from './load-pricing.ts'
import { grossOf, ledgerDecimalsOf, lockedRate } from './load-quote.ts'
import { isLoad, ledgerDecimals, type PaymentRecord } from './load-record.ts'
import type { LoadException } from './load-status.ts'
import { paymentEvent } from './load-step.ts'
import { copyLoadForFurtherPayment, insertHistory } from './loads.sql.ts'

type ValueFacts = {
  readonly load: PaymentRecord
  readonly assets: LoadsNeeds['rail']['assets']
  readonly current: CurrentRates
}

/**
 * Value of a deposit in cents: the load's own coin at its rate, another at the current rate; null: unknown
 * now.
 */
export const worthOf = (
  of: ValueFacts,
  { asset, units }: Pick<Deposit, 'asset' | 'units'>,
): bigint | null => {
  const { load } = of
  if (asset === load.asset) return grossOf({ units, rate: load.rate, ledgerDecimals: ledgerDecimals(load) })
  const rates = of.current(asset)
  const listed = of.assets.find(({ symbol }) => symbol === asset)
  if (!rates || !listed) return null
  return grossOf({ units, rate: lockedRate(rates), ledgerDecimals: ledgerDecimalsOf(listed.decimals) })
}

/** Other coins among the deposits of a load, which are valued at current rates. */
export const otherCoinsOf = (load: PaymentRecord, deposits: readonly Deposit[]): string[] => [
  ...new Set(deposits.map(({ asset }) => asset).filter((asset) => asset !== load.asset)),
]

/** The load was decided: later transfers are further payments. */
export const moneyIsUsed = (load: PaymentRecord): boolean =>
  !['quoted', 'detected', 'cancelled', 'expired'].includes(load.status)

/** The load that an earlier attempt made of this further payment alone. */
export const isOwnLoadOf = (load: PaymentRecord, transferId: string): boolean =>
  load.address.endsWith(`#${transferId}`)

/** Amounts of a further payment for its value; where that is unknown, the first load's amounts. */
const amountsOf = (load: PaymentRecord, transfer: Deposit, worthCents: bigint | null) => {
  const { dueUnits, grossCents, feeCents, netCents } = load
  const amounts = { dueUnits, grossCents, feeCents, netCents }
  if (worthCents === null) return amounts
  const split = splitOf({ grossCents: worthCents, rates: load.rates, chain: load.chain })
  if (split.netCents <= 0n) return amounts
  return { ...split, dueUnits: transfer.asset === load.asset ? transfer.units : dueUnits }
}

/**
 * A transfer to a load's address that does not pay the load becomes a separate load, in review (domain §15).
 */
export const createFurtherPayments = ({
  ids,
  clock,
  needs,
}: {
  ids: Ids
  clock: Clock
  needs: LoadsNeeds
}) => {
  /**
   * Makes a further payment a separate load. A value below one cent is only booked and needs no decision:
   * strangers send such amounts to addresses that they see on the chain.
   */
  const setAside = async (
    work: Work,
    facts: { load: PaymentRecord; transfer: Deposit; current: CurrentRates },
  ): Promise<void> => {
    const { load, transfer, current } = facts
    const worthCents = worthOf({ load, assets: needs.rail.assets, current }, transfer)
    if (worthCents === 0n) return
    await work.write(async ({ sql, emit }) => {
      const ofCoin: LoadException = transfer.asset === load.asset ? 'second_payment' : 'wrong_asset'
      const exception: LoadException = transfer.screenedOut ? 'screening' : ofCoin
      const id = ids.next()
      const ref = publicRef(isLoad(load) ? 'L' : 'D', id)
      const at = clock.now()
      const { companyId, userId } = load
      const amounts = amountsOf(load, transfer, worthCents)
      const copy = { id, ref, from: load.id, transferId: transfer.id, exception, at }
      await copyLoadForFurtherPayment(sql, { ...copy, ...amounts })
      const history = {
        id: ids.next(),
        load: { id, companyId, userId },
        status: 'review' as const,
        exception,
        at,
      }
      await insertHistory(sql, history)
      const made = { ...load, id, ref }
      emit(paymentEvent({ ids, load: made, now: at }, 'load.set_aside', { exception }))
    })
  }
  return { setAside }
}
