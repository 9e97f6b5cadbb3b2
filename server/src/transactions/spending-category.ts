import type { SpendingCategory } from '@cardamom/contract/transactions'

/** Merchant category codes (ISO 18245) by category: single codes, or a range with its first and last code. */
const codes: readonly (readonly [SpendingCategory, readonly (number | readonly [number, number])[]])[] = [
  ['groceries', [5300, 5411, 5422, 5441, 5451, 5462, 5499, 5921]],
  ['cafes', [5814]],
  ['restaurants', [5811, 5812, 5813]],
  ['fuel', [5172, 5541, 5542, 5552, 5983]],
  ['travel', [[3000, 3999], 4411, 4511, 4582, 4722, 4723, 7011, 7012, 7032, 7033, 7512, 7513, 7519]],
  ['transport', [4011, 4111, 4112, 4119, 4121, 4131, 4784, 4789, 7523, 7524]],
  ['subscriptions', [4816, 4899, 5815, 5816, 5817, 5818, 5968]],
  [
    'entertainment',
    [[7829, 7841], 7911, 7922, 7929, 7932, 7933, 7941, 7991, 7992, 7993, 7994, 7996, 7998, 7999],
  ],
  ['health', [5047, 5122, 5912, 5975, 5976, [8011, 8099], 7298]],
  ['betting', [7800, 7801, 7802, 7995]],
  ['cash', [4829, 6010, 6011, 6050, 6051, 6538, 6540]],
  [
    'services',
    [
      [742, 780],
      [1520, 1799],
      4214,
      4215,
      4812,
      4813,
      4814,
      4821,
      4900,
      [6211, 6400],
      6513,
      [7210, 7299],
      [7311, 7399],
    ],
  ],
  ['services', [[7531, 7549], [7622, 7699], [8111, 8699], 8734, 8911, 8931, 8999, [9211, 9405]]],
  [
    'shopping',
    [
      [5039, 5399],
      [5511, 5533],
      [5611, 5735],
      [5931, 5999],
    ],
  ],
]

const holds = (entry: number | readonly [number, number], code: number) =>
  typeof entry === 'number' ? entry === code : code >= entry[0] && code <= entry[1]

/** The category of a merchant category code; `other` where no category fits. */
export const categoryOf = (mcc: string): SpendingCategory => {
  const code = /^\d{3,4}$/.test(mcc) ? Number(mcc) : -1
  return codes.find(([, entries]) => entries.some((entry) => holds(entry, code)))?.[0] ?? 'other'
}

/** Whether a payment is a cash withdrawal, at a machine or a counter. */
export const isCash = (of: { mcc: string; channel: string }): boolean =>
  of.channel === 'cash' || of.mcc === '6010' || of.mcc === '6011'
