import { hourBetween, type DemoHour } from './demo-hour.ts'
import { demoMerchant } from './demo-merchants.ts'

/** Length of the demo's history, in days. */
export const demoDays = 120

/** What a person of the demo does. */
export type DemoAction =
  /** Registers, confirms the e-mail and is verified. The virtual card then follows automatically. */
  | { readonly kind: 'join' }
  | {
      readonly kind: 'load'
      readonly amount: string
      readonly asset: 'USDC' | 'USDT' | 'DAI'
      readonly speed: 'regular' | 'immediate'
      /** Percentage of the due amount that is sent. Null: nothing is sent, and the quote expires. */
      readonly paysPercent: number | null
    }
  | { readonly kind: 'cancel_load'; readonly amount: string }
  | {
      readonly kind: 'pay'
      readonly merchant: string
      /** In the merchant's currency. */
      readonly amount: string
      /** The payment is only attempted, and the issuer declines it for this reason. */
      readonly decline?: string
    }
  /** A predefined scenario of the embedded issuer. */
  | { readonly kind: 'scenario'; readonly name: string }
  /** Absent: the amount of the payment. */
  | { readonly kind: 'settle'; readonly key: string; readonly amount?: string }
  | { readonly kind: 'refund'; readonly key: string }
  | { readonly kind: 'read_notifications' }

export type DemoEvent = {
  /** Days since the demo started. An hour is a twenty-fourth. */
  readonly day: number
  /** E-mail name before the at sign. */
  readonly who: string
  readonly action: DemoAction
  /** The key by which a later settlement or refund finds the payment. */
  readonly key?: string
  /** The hour of the event within its UTC day. The demo's clock stops late on that day for all such events. */
  readonly hour?: DemoHour
}

/**
 * A pseudo-random sequence with a fixed seed, so that every installation has the same demo (multiplier of
 * Lehmer, 1951).
 */
const createChance = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

type Habit = {
  readonly who: string
  readonly joins: number
  readonly seed: number
  /** Merchants. A merchant that is listed more often gets more payments. */
  readonly shops: readonly string[]
  /** Days between two shopping days. */
  readonly every: number
  readonly loads: readonly (readonly [day: number, act: DemoAction])[]
  readonly monthly: readonly string[]
}

const load = (
  amount: string,
  speed: 'regular' | 'immediate',
  asset: 'USDC' | 'USDT' | 'DAI' = 'USDC',
  paysPercent: number | null = 100,
): DemoAction => ({ kind: 'load', amount, asset, speed, paysPercent })

const evening = 23 / 24
const noon = 17 / 24

const habits: readonly Habit[] = [
  {
    who: 'lucia',
    joins: 1,
    seed: 11,
    shops: ['market', 'market', 'cafe', 'kitchen', 'taxi', 'bus', 'pharmacy', 'bakery', 'books', 'petrol'],
    every: 4,
    monthly: ['series', 'gym'],
    loads: [
      [3, load('600.00', 'immediate')],
      [16, load('500.00', 'regular')],
      [34, load('300.00', 'regular', 'USDT', null)],
      [35, load('800.00', 'regular', 'USDT')],
      [58, load('450.00', 'immediate', 'DAI')],
      [77, { kind: 'cancel_load', amount: '200.00' }],
      [78, load('700.00', 'regular')],
      [101, load('350.00', 'immediate', 'USDT')],
      [demoDays - 0.3, load('750.00', 'regular')],
    ],
  },
  {
    who: 'valeria',
    joins: 9,
    seed: 23,
    shops: ['cafe', 'kitchen', 'taxi', 'shop', 'market'],
    every: 7,
    monthly: ['music'],
    loads: [
      [11, load('400.00', 'regular')],
      [46, load('650.00', 'regular')],
      [90, load('300.00', 'immediate')],
      [demoDays - 2.3, load('250.00', 'regular', 'USDC', 60)],
    ],
  },
  {
    who: 'diego',
    joins: 0,
    seed: 37,
    shops: ['tacos', 'super', 'taxi', 'shop'],
    every: 8,
    monthly: ['series'],
    loads: [
      [24, load('500.00', 'immediate')],
      [61, load('600.00', 'regular', 'USDT')],
      [demoDays - 4.3, load('200.00', 'regular', 'USDC', 130)],
    ],
  },
  {
    who: 'camila',
    joins: 40,
    seed: 41,
    shops: ['market', 'pharmacy', 'bakery', 'bus'],
    every: 9,
    monthly: [],
    loads: [
      [42, load('350.00', 'regular')],
      [88, load('400.00', 'regular', 'DAI')],
    ],
  },
]

const inText = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

const amountAt = (name: string, chance: (below: number) => number): string => {
  const { from, to } = demoMerchant(name)
  return inText(from + (to > from ? chance(to - from) : 0))
}

/**
 * Regular loads are on the card after three business days at the latest. The person buys nothing before the
 * first load.
 */
const firstShopping = (habit: Habit) => (habit.loads[0]?.[0] ?? habit.joins) + 5

/** Hours have a random sequence of their own, so that they do not change the purchases. */
const hoursSeed = 104_729

type Purchase = {
  who: string
  key: string
  day: number
  merchant: string
  amount: string
  settlesAfter: number
}

/** A purchase and its settlement some days later, each at an hour of the shop. */
const bought = (of: Purchase, chance: (below: number) => number): DemoEvent[] => {
  const { who, key, day, merchant, amount, settlesAfter } = of
  const shop = demoMerchant(merchant)
  const [paid, settled] = [hourBetween(shop, chance), hourBetween(shop, chance)]
  return [
    { day: day + evening, who, key, action: { kind: 'pay', merchant, amount }, hour: paid },
    { day: day + evening + settlesAfter, who, action: { kind: 'settle', key }, hour: settled },
  ]
}

const shopping = (habit: Habit): DemoEvent[] => {
  const chance = createChance(habit.seed)
  const hourChance = createChance(habit.seed * hoursSeed)
  const { who, shops, every } = habit
  const events: DemoEvent[] = []
  for (let day = firstShopping(habit); day < demoDays - 3; day += every) {
    for (let round = 0; round < 2; round += 1) {
      const merchant = shops[chance(shops.length)] ?? 'cafe'
      const purchase = { merchant, amount: amountAt(merchant, chance), settlesAfter: every }
      events.push(...bought({ who, key: `${who}-${day}-${round}`, day, ...purchase }, hourChance))
    }
  }
  for (const merchant of habit.monthly) {
    for (let day = firstShopping(habit); day < demoDays - 3; day += 28) {
      const purchase = { merchant, amount: amountAt(merchant, chance), settlesAfter: every }
      events.push(...bought({ who, key: `${who}-${merchant}-${day}`, day, ...purchase }, hourChance))
    }
  }
  return events
}

const pay = (merchant: string, amount: string, more: { decline?: string } = {}): DemoAction => ({
  kind: 'pay',
  merchant,
  amount,
  ...more,
})

const specialChance = createChance(hoursSeed)

/** Further events of a real card: a cash withdrawal, a refund, some declines. */
const special: readonly DemoEvent[] = [
  ...bought(
    { who: 'lucia', key: 'cash', day: 26, merchant: 'cash', amount: '200.00', settlesAfter: 4 },
    specialChance,
  ),
  ...bought(
    { who: 'lucia', key: 'shoes', day: 45, merchant: 'shop', amount: '119.90', settlesAfter: 4 },
    specialChance,
  ),
  { day: 61 + evening, who: 'lucia', action: { kind: 'refund', key: 'shoes' } },
  { day: 65 + evening, who: 'lucia', action: { kind: 'scenario', name: 'hotel' } },
  {
    day: 85 + evening,
    who: 'lucia',
    action: pay('shop', '64.90', { decline: 'N7' }),
    hour: hourBetween(demoMerchant('shop'), specialChance),
  },
  { day: demoDays - 1.3, who: 'lucia', action: pay('shop', '2400.00') },
  { day: demoDays - 0.9, who: 'lucia', action: pay('kitchen', '86.00') },
  { day: demoDays - 0.2, who: 'lucia', action: pay('cafe', '6.40') },
  { day: demoDays - 1.1, who: 'diego', action: pay('super', '742.00') },
  { day: demoDays - 0.8, who: 'lucia', action: { kind: 'read_notifications' } },
]

/** All events of the demo in order of time. */
export const demoScript = (): readonly DemoEvent[] =>
  [
    ...habits.map(({ who, joins }): DemoEvent => ({ day: joins + noon, who, action: { kind: 'join' } })),
    ...habits.flatMap(({ who, loads }) =>
      loads.map(([on, action]): DemoEvent => ({ day: Number.isInteger(on) ? on + noon : on, who, action })),
    ),
    ...habits.flatMap(shopping),
    ...special,
  ]
    .filter(({ day }) => day < demoDays)
    .toSorted((one, other) => one.day - other.day)
