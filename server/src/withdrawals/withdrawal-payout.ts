import type { Clock } from '../kernel/clock.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { PayoutOwner } from '../payouts/payout.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { paidFigures, parRate, type PaidFigures } from './withdrawal.ts'
import { withdrawalConfirmed, withdrawalFailed, withdrawalSent } from './withdrawal-postings.ts'
import { withdrawalEvent, type OpenWithdrawal } from './withdrawal-plans.ts'
import { endWithdrawal, stepTo } from './withdrawal-status.ts'
import { coinOf } from './withdrawal-terms.ts'
import { readWithdrawal, type WithdrawalRecord } from './withdrawals.sql.ts'

/** Coins of USD, which the setting `stablecoinAtPar` is about. */
const stablecoins: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI'])
/** After so many attempts that paid nothing a person decides. */
const mostAttempts = 3

export const readIsAtPar = async (sql: Queries, asset: string): Promise<boolean> =>
  stablecoins.has(asset) && (await readSetting(sql, 'stablecoinAtPar'))

export type PayoutRates = {
  readonly clock: Pick<Clock, 'now'>
  readonly rates: RatesPort
  readonly rail: Pick<RailPort, 'assets'>
}

/** Outside of every transaction. Null: there is no reliable rate. */
const readMidOf = async ({ rates, clock }: PayoutRates, asset: string): Promise<bigint | null> => {
  const mid = await rates.readMid(asset, clock.now())
  return 'none' in mid ? null : mid.midRate
}

/** What a payment of this net would send now; null: there is no reliable rate. */
export const readFigures = async (
  sql: Queries,
  { rail }: Pick<PayoutRates, 'rail'>,
  of: Pick<WithdrawalRecord, 'asset' | 'network' | 'netCents'> & {
    /** Units that were decided before the signature; their value is read again. */
    readonly fixedUnits?: bigint | null
    readonly midRate: bigint | null
  },
): Promise<PaidFigures | null> => {
  const coin = coinOf(rail, of)
  const { midRate } = of
  if (!coin || midRate === null) return null
  const rate = (await readIsAtPar(sql, of.asset)) ? parRate : midRate
  const { netCents, fixedUnits = null } = of
  return paidFigures({ netCents, rate, midRate, contractDecimals: coin.decimals, fixedUnits })
}

/**
 * Units that a payment of this net is ordered with: the payment itself decides. The rate is read between two reads,
 * because a transaction never waits for the chain. Null: there is no reliable rate.
 */
export const readOrderUnits = async (
  read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>,
  needs: PayoutRates,
  of: Pick<WithdrawalRecord, 'asset' | 'network' | 'netCents'>,
): Promise<bigint | null> => {
  const isAtPar = await read((sql) => readIsAtPar(sql, of.asset))
  const midRate = isAtPar ? parRate : await readMidOf(needs, of.asset)
  return (await read((sql) => readFigures(sql, needs, { ...of, midRate })))?.units ?? null
}

const assetOf = (row: WithdrawalRecord) => ledgerAssetOf({ asset: row.asset, network: row.network })

/** The figures of the present attempt, as they were posted. */
const sentOf = (row: WithdrawalRecord, effectiveAt: Date) => {
  const { id, ownerId, companyId, wallet, totalCents, feeCents, netCents, units, valueCents } = row
  if (units === null || valueCents === null) throw new Error('A payment has no figures')
  const figures = { units, valueCents, spreadCents: netCents - valueCents }
  const owner = { id, ownerId, companyId, wallet, totalCents, feeCents }
  return { ...owner, ...figures, n: row.attempt, asset: assetOf(row), effectiveAt }
}

const readOpen = async (sql: Queries, id: string): Promise<OpenWithdrawal | null> => {
  const row = await readWithdrawal(sql, id)
  return row?.status === 'PENDING' ? { ...row, status: 'PENDING' } : null
}

const readSending = async (sql: Queries, id: string): Promise<OpenWithdrawal> => {
  const row = await readOpen(sql, id)
  if (row?.step !== 'sending') throw new Error('A payment that ends is of a withdrawal that is being paid')
  return row
}

/** What withdrawals add to their payments (domain §9, money §4.6). */
export const createWithdrawalPayouts = (needs: PayoutRates): PayoutOwner => ({
  kind: 'withdrawal',

  readRate: ({ asset }) => readMidOf(needs, asset),

  prepareSend: async (sql, payout, { n, midRate }) => {
    const row = await readOpen(sql, payout.ownerId)
    if (row?.step !== 'approved') return null
    const fixedUnits = payout.prepared === n ? payout.units : null
    const figures = await readFigures(sql, needs, { ...row, fixedUnits, midRate })
    if (!figures) throw new Error(`There is no reliable rate of ${row.asset} now`)
    const { units, valueCents } = figures
    const sent = sentOf({ ...row, units, valueCents, attempt: n }, needs.clock.now())
    const update = stepTo(row, 'withdrawal.started', {
      guard: { attempt: row.attempt },
      set: { attempt: n, units, valueCents },
    })
    const events = [withdrawalEvent(row, 'withdrawal.started')]
    return { units, part: { journals: [withdrawalSent(sent)], updates: [update], events } }
  },

  onConfirmed: async (sql, { ownerId }, { txHash }) => {
    const row = await readSending(sql, ownerId)
    const endedAt = needs.clock.now()
    return {
      journals: [withdrawalConfirmed(sentOf(row, endedAt))],
      updates: [
        endWithdrawal(row, 'withdrawal.confirmed', {
          guard: { attempt: row.attempt },
          set: { txHash, endedAt },
        }),
      ],
      events: [withdrawalEvent(row, 'withdrawal.confirmed')],
    }
  },

  onFailed: async (sql, { ownerId }, { n }) => {
    const row = await readSending(sql, ownerId)
    const again = n < mostAttempts
    const update = stepTo(row, again ? 'attempt.failed' : 'withdrawal.failed', {
      guard: { attempt: row.attempt },
      set: { units: null, valueCents: null },
    })
    const journals = [withdrawalFailed(sentOf(row, needs.clock.now()))]
    return {
      part: { journals, updates: [update], events: [withdrawalEvent(row, 'withdrawal.failed')] },
      again,
    }
  },

  onStopped: async (sql, { ownerId }) => {
    const row = await readOpen(sql, ownerId)
    if (row?.step !== 'approved') return {}
    return {
      updates: [stepTo(row, 'withdrawal.stopped', { guard: { attempt: row.attempt } })],
      events: [withdrawalEvent(row, 'withdrawal.stopped')],
    }
  },
})
