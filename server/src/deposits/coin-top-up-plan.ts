import { shareDue, type BusinessCalendar } from '../calendar/business-time.ts'
import type { Plan } from '../kernel/plan.ts'
import { cryptoOf, figuresOf, type LoadTotals, type PricedPart } from '../loads/load-pricing.ts'
import type { UsedCoin } from '../loads/load-postings.ts'
import type { PaymentRecord } from '../loads/load-record.ts'
import type { LoadException } from '../loads/load-status.ts'
import { historyRow, loadUpdate, type PaymentStep } from '../loads/load-step.ts'
import type { TopUpPayments } from '../loads/top-up-payments.ts'
import { newShare } from '../shares/shares.sql.ts'
import { openWallet } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { storeCoins } from './coin-value.ts'
import { readDepositLimits } from './coin-terms.ts'
import { topUpAccepted, topUpRecognised } from './top-up-postings.ts'
import { topUpTimes } from './top-up.ts'

type Accepting = PaymentStep & {
  readonly calendar: BusinessCalendar
  readonly parts: readonly PricedPart[]
  readonly exception: LoadException | null
}

const journalsOf = (
  load: PaymentRecord,
  of: { figures: LoadTotals; coins: readonly UsedCoin[]; now: Date },
) => {
  const { id, companyId, speed: wallet } = load
  const made = { ...of.figures, id, companyId, wallet, coins: of.coins, effectiveAt: of.now }
  const journals = [topUpAccepted(made), ...(wallet === 'immediate' ? [topUpRecognised(made)] : [])]
  return journals.filter(({ legs }) => legs.length > 0)
}

/** Shares of the levels above. The crypto is final, so each has its day at once. */
const shareRows = ({ load, ids, now, calendar }: Accepting, figures: LoadTotals) =>
  figures.shares.map(({ ownerId, amountCents }) => {
    const level = load.chain.find((each) => each.ownerId === ownerId)?.level
    if (!level) throw new Error('The operator has no share of a top-up')
    return newShare({
      id: ids.next(),
      companyId: ownerId,
      ownerKind: 'company',
      ownerId,
      walletType: load.speed,
      level,
      sourceKind: 'topup',
      sourceId: load.id,
      amountCents,
      acceptedAt: now,
      dueAt: load.speed === 'regular' ? shareDue(now, calendar) : now,
    })
  })

/** Credits a company's wallet with final crypto, and ends its payment (money §4.3). */
const coinTopUpPlan = (step: Accepting): Plan => {
  const { load, now, calendar, exception } = step
  const { id, ref, companyId, speed: wallet } = load
  const figures = figuresOf(load, step.parts)
  const coins = cryptoOf(load, step.parts)
  const { grossCents, feeCents, netCents, operatorCents, spreadCents } = figures
  const amounts = { grossCents, feeCents, netCents, operatorCents, spreadCents }
  const times = topUpTimes(wallet, now, calendar)
  return {
    journals: journalsOf(load, { figures, coins, now }),
    updates: [
      loadUpdate(step, 'topup.accepted', {
        ...amounts,
        exception,
        acceptance: load.acceptance + 1,
        acceptedAt: now,
        releaseFrom: times.availableAt,
        releaseBy: times.availableAt,
      }),
    ],
    rows: [
      ...(load.status === 'review' ? [] : [historyRow(step, 'confirmed', exception)]),
      historyRow(step, 'topped_up', exception),
      {
        table: 'topUp',
        row: {
          ...amounts,
          ...times,
          id,
          ref,
          companyId,
          kind: 'crypto',
          status: wallet === 'regular' ? 'pending' : 'available',
          wallet,
          coins: storeCoins(coins),
          requestedBy: load.userId,
          acceptedAt: now,
        },
      },
      ...shareRows(step, figures),
    ],
    events: [
      {
        type: 'topup.accepted',
        entityId: id,
        companyId,
        userId: null,
        payload: { wallet, grossCents: String(grossCents), netCents: String(netCents) },
      },
    ],
  }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/** Payments for wallets of companies: their limits, and what credits them. */
export const topUpPayments: TopUpPayments = {
  read: async (sql, { payment, now }) => {
    const { speed: wallet, grossCents: quoted, status } = payment
    const holder = await readWalletHolder(sql, payment.companyId)
    const none = { minimumCents: 0n, mostCents: 0n }
    if (!holder || !openWallet(holder, wallet))
      return { minimumCents: 0n, limits: none, limitOf: () => 'over_limit', plan: coinTopUpPlan }
    const isOpen = status === 'quoted' || status === 'detected'
    const limits = await readDepositLimits(sql, { holder, wallet, now, besides: isOpen ? payment : null })
    // A payment within tolerance of its quote has the quote's limits.
    const slackCents = quoted / 100n
    const mostCents = smaller(limits.maximumCents, limits.leftTodayCents)
    return {
      minimumCents: limits.minimumCents,
      limits: { minimumCents: limits.minimumCents, mostCents: mostCents + slackCents },
      limitOf: (grossCents) => {
        if (grossCents + slackCents < smaller(quoted, limits.minimumCents)) return 'below_minimum'
        return grossCents > larger(quoted, mostCents) + slackCents ? 'over_limit' : null
      },
      plan: coinTopUpPlan,
    }
  },
}
