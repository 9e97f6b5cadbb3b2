import type { DemoAction } from './demo-script.ts'
import type { PartnerAction, PartnerEvent, Speed } from './partner-action.ts'

type Line = readonly [who: string, action: PartnerAction | DemoAction, key?: string]

const day = (number: number, hour: number, lines: readonly Line[]): PartnerEvent[] =>
  lines.map(([who, action, key]) => ({ at: [number, hour], who, action, ...(key ? { key } : {}) }))

const load = (amount: string, speed: Speed = 'regular'): DemoAction => ({
  kind: 'load',
  amount,
  asset: 'USDC',
  speed,
  paysPercent: 100,
})

const [immediate, regular] = [{ wallet: 'immediate' }, { wallet: 'regular' }] as const

/** The allowance of Lima: 200.00 − 901.80 = −701.80, + 350.00 = −351.80, and a deposit that recovers it (domain §7). */
const allowance: readonly PartnerEvent[] = [
  ...day(0, 14.2, [
    [
      'marta',
      {
        kind: 'adjust',
        company: 'lima',
        ...immediate,
        type: 'credit',
        amount: '200.00',
        note: 'Opening balance',
      },
    ],
    ['marta', { kind: 'allowance', company: 'lima', amount: '1000.00' }],
    ['paula', { kind: 'card_load', from: 'lima', ...immediate, card: 'tomas', total: '901.80', fee: '1.80' }],
    [
      'paula',
      {
        kind: 'card_load',
        from: 'lima',
        ...immediate,
        card: 'tomas',
        total: '300.00',
        fee: '0.60',
        refusedAs: 'not_enough_money',
      },
    ],
  ]),
  ...day(0, 16.2, [
    [
      'marta',
      {
        kind: 'settle_by_hand',
        company: 'lima',
        ...immediate,
        line: '350.00',
        note: 'Bonus of the campaign',
        approvedBy: 'sofia',
      },
    ],
    [
      'ines',
      {
        kind: 'wire',
        key: 'lima-immediate',
        company: 'lima',
        ...immediate,
        gross: '10000.00',
        fee: '375.00',
        approvedBy: 'marta',
      },
    ],
    ['marta', { kind: 'match_wire', key: 'lima-immediate', amount: '10000.00' }],
    ['paula', { kind: 'card_load', from: 'lima', ...immediate, card: 'tomas', total: '500.00', fee: '1.00' }],
  ]),
]

/** Norte pays a deposit in crypto, sends 5,000.00 to Andes, and gets a wrong transfer back (domain §7). */
const transfers: readonly PartnerEvent[] = day(0, 16.6, [
  ['norma', { kind: 'coin_deposit', company: 'norte', ...immediate, amount: '6000.00', asset: 'USDC' }],
  [
    'norma',
    {
      kind: 'transfer',
      key: 'share-out',
      from: 'norte',
      to: 'andes',
      ...immediate,
      total: '5000.00',
      fee: '10.00',
      note: 'Funds of the quarter',
    },
  ],
  [
    'norma',
    {
      kind: 'transfer',
      key: 'mistaken',
      from: 'norte',
      to: 'andes',
      ...immediate,
      total: '400.00',
      fee: '0.80',
      note: 'Reimbursement of events',
    },
  ],
  ['norma', { kind: 'transfer_back', key: 'mistaken', note: 'Sent twice' }],
])

/**
 * Andes, regular: 118.50 + 1.50 = 120.00. The wire behind the 1.50 bounces, so 12.99 − 1.50 = 11.49 is paid: 131.49, of
 * which 100.00 is withdrawn; 31.49 + 7.50 = 38.99 (domain §8 and §9, money §6).
 */
const settlements: readonly PartnerEvent[] = [
  ...day(0, 13.2, [
    ...['bruno', 'elisa', 'hugo', 'nadia', 'tomas'].map((who): Line => [who, { kind: 'join' }]),
    [
      'rafael',
      { kind: 'address', label: 'Treasury of Andes', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
    ],
    [
      'paula',
      { kind: 'address', label: 'Treasury of Lima', address: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e' },
    ],
    [
      'marta',
      {
        kind: 'adjust',
        company: 'andes',
        ...regular,
        type: 'credit',
        amount: '118.50',
        note: 'Opening balance',
      },
    ],
    ['ines', { kind: 'wire', key: 'bounced', company: 'lima', ...regular, gross: '200.00', fee: '4.50' }],
    ['marta', { kind: 'match_wire', key: 'bounced', amount: '200.00' }],
  ]),
  ...day(1, 15, [
    ['bruno', load('1000.00')],
    ['elisa', load('400.00')],
    ['hugo', load('333.33')],
  ]),
  ...day(2, 15, [['nadia', load('1000.00')]]),
  ...day(2, 16.5, [
    ['marta', { kind: 'reverse_wire', key: 'bounced', approvedBy: 'sofia' }],
    ['bruno', { kind: 'pay', merchant: 'market', amount: '100.00' }, 'bruno-groceries'],
  ]),
  ...day(3, 16.2, [
    ['rafael', { kind: 'withdraw', key: 'of-andes', ...regular, total: '100.00' }],
    ['marta', { kind: 'approve_withdrawal', key: 'of-andes' }],
    ['bruno', { kind: 'settle', key: 'bruno-groceries', amount: '104.20' }],
  ]),
]

/** Golden number 8 of money §6: 3.00 is due and 10.00 owed, so 7.00 is carried forward; 9.00 more pays 2.00. */
const carried: readonly PartnerEvent[] = [
  ...day(1, 15.2, [['diego', load('150.00')]]),
  ...day(2, 16.6, [
    [
      'marta',
      {
        kind: 'settle_by_hand',
        company: 'puerto-azul',
        ...regular,
        line: '-10.00',
        note: 'Rent of a terminal',
        approvedBy: 'sofia',
      },
    ],
  ]),
  ...day(4, 16.2, [
    [
      'marta',
      {
        kind: 'settle_by_hand',
        company: 'puerto-azul',
        ...regular,
        line: '9.00',
        note: 'Bonus of the campaign',
        approvedBy: 'sofia',
      },
    ],
  ]),
]

/** The chain of four companies (domain §4), a regular deposit, and what waits or ended otherwise. */
const others: readonly PartnerEvent[] = [
  ...day(4, 16.4, [
    ['tomas', load('10.00')],
    ['tomas', load('1000.00')],
    ['tomas', load('1000.00', 'immediate')],
    [
      'ines',
      {
        kind: 'wire',
        key: 'lima-regular',
        company: 'lima',
        ...regular,
        gross: '10000.00',
        fee: '225.00',
        approvedBy: 'marta',
      },
    ],
    ['marta', { kind: 'match_wire', key: 'lima-regular', amount: '10000.00' }],
    [
      'marta',
      {
        kind: 'adjust',
        company: 'puerto-azul',
        ...immediate,
        type: 'credit',
        amount: '750.00',
        note: 'Credit of the opening campaign',
        approvedBy: 'sofia',
      },
    ],
    [
      'paula',
      {
        kind: 'transfer',
        key: 'regular',
        from: 'lima',
        to: 'miraflores',
        ...regular,
        total: '3.00',
        fee: '0.01',
        note: 'Share of the office',
      },
    ],
    ['paula', { kind: 'card_load', from: 'lima', ...regular, card: 'tomas', total: '10.00', fee: '0.02' }],
    ['paula', { kind: 'withdraw', key: 'cancelled', ...immediate, total: '600.00' }],
    ['paula', { kind: 'cancel_withdrawal', key: 'cancelled' }],
    ['paula', { kind: 'withdraw', key: 'rejected', ...immediate, total: '900.00' }],
    ['marta', { kind: 'reject_withdrawal', key: 'rejected', note: 'Please send the invoice first' }],
    ['paula', { kind: 'withdraw', key: 'requested', ...immediate, total: '250.00' }],
    [
      'ines',
      { kind: 'wire', key: 'waiting', company: 'norte', ...immediate, gross: '8000.00', fee: '160.00' },
    ],
  ]),
]

/** The worked examples of domain §4 to §9, in order of time. */
export const partnerScript: readonly PartnerEvent[] = [
  ...settlements,
  ...allowance,
  ...transfers,
  ...carried,
  ...others,
].toSorted(({ at: one }, { at: other }) => one[0] - other[0] || one[1] - other[1])
