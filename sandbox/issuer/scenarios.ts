import { adjustMaster } from './account.ts'
import { findCard } from './card-rows.ts'
import { blockCard } from './cards.ts'
import type { Desk } from './desk.ts'
import { merchantById, publicMerchant } from './merchants.ts'
import { toRate, usdRates } from './money.ts'
import type { PaymentRow } from './payment-rows.ts'
import { invalid } from './refusal.ts'
import { authorise, chargeback, clear, increment, reverse, withoutAuthorisation } from './simulate.ts'

/** A charge in USD at one of the test merchants. */
const at = (cardId: string, merchantId: string, usdCents: bigint) => {
  const merchant = merchantById(merchantId)
  const rate = toRate(usdRates['USD'])
  if (!merchant || rate === null) throw new Error(`There is no test merchant ${merchantId}`)
  const { channel } = merchant
  return { cardId, merchant: publicMerchant(merchant), channel, currency: 'USD', rate, usdCents }
}

type Next = (payment: PaymentRow) => PaymentRow

/** Authorises, then runs the steps while the authorisation is active. */
const purchase = (desk: Desk, charge: ReturnType<typeof at>, ...next: Next[]): PaymentRow[] => {
  let payment = authorise(desk, charge)
  if (payment.status !== 'DECLINED') for (const step of next) payment = step(payment)
  return [payment]
}

const clearing =
  (desk: Desk, usdCents: bigint): Next =>
  ({ id }) =>
    clear(desk, id, { usdCents })

type Scenario = (desk: Desk, cardId: string) => PaymentRow[]

const scenarios = {
  coffee: (desk, cardId) => purchase(desk, at(cardId, 'coffee', 480n), clearing(desk, 480n)),
  hotel: (desk, cardId) =>
    purchase(
      desk,
      at(cardId, 'hotel', 8000n),
      ({ id }) => increment(desk, id, { usdCents: 2000n }),
      clearing(desk, 10_420n),
    ),
  fuel: (desk, cardId) =>
    purchase(
      desk,
      at(cardId, 'fuel', 10_000n),
      ({ id }) => reverse(desk, id, { usdCents: 6250n }),
      clearing(desk, 3750n),
    ),
  offline: (desk, cardId) => [withoutAuthorisation(desk, 'clearing', at(cardId, 'transport', 1200n))],
  partial: (desk, cardId) =>
    purchase(
      desk,
      at(cardId, 'online', 9000n),
      clearing(desk, 3000n),
      clearing(desk, 2500n),
      clearing(desk, 3500n),
    ),
  unlinked_refund: (desk, cardId) => [withoutAuthorisation(desk, 'refund', at(cardId, 'grocery', 2000n))],
  stale: (desk, cardId) => purchase(desk, at(cardId, 'hotel', 4500n)),
  chargeback: (desk, cardId) =>
    purchase(desk, at(cardId, 'online', 8000n), clearing(desk, 8000n), ({ id }) => chargeback(desk, id, {})),
  fraud_block: (desk, cardId) => {
    const payment = authorise(desk, { ...at(cardId, 'betting', 95_000n), decline: '59' })
    blockCard(desk, findCard(desk, cardId), 'SUSPECTED_FRAUD_CVV')
    return [payment]
  },
  fee_adjustment: (desk) => {
    adjustMaster(desk, { type: 'FEE', cents: -250n })
    adjustMaster(desk, { type: 'FEE', cents: 50n })
    return []
  },
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios

export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** Runs a named scenario on a card, completely or not at all, and returns its payments. */
export const runScenario = (desk: Desk, name: string | undefined, cardId: string): readonly PaymentRow[] => {
  const known = scenarioNames.find((each) => each === name)
  if (!known) throw invalid(`name must be one of ${scenarioNames.join(', ')}`)
  const scenario: Scenario = scenarios[known]
  return desk.db.whole(() => scenario(desk, findCard(desk, cardId).id))
}
