import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { AccountKey, Journal, Leg, Plan } from '../../server/src/kernel/plan.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { chart } from '../../server/src/ledger/chart.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { postOneLoad, type OneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { allowAnyLegs } from '../support/any-legs.ts'
import { createBatchByHand, leg, type BatchByHand, type Parameters } from './batch-by-hand.ts'

/** Calls of post_batch by hand with the app's own login, each with one wrong parameter. */
let ledger: TestLedger
let load: OneLoad
let app: pg.Client
let byHand: BatchByHand
beforeAll(async () => {
  ledger = await createTestLedger()
  load = await postOneLoad(ledger)
  await allowAnyLegs(ledger.ownerUrl, 'card.authorised')
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const encode: BatchByHand['encode'] = (...plans) => byHand.encode(...plans)
const call: BatchByHand['call'] = (parameters) => byHand.call(parameters)
const refusalOf: BatchByHand['refusalOf'] = (parameters) => byHand.refusalOf(parameters)
const capital: BatchByHand['capital'] = (legs) => byHand.capital(legs)

const contribution = (change: Parameters = {}) => ({ ...encode({ journals: [capital()] }), ...change })
/** A card spends what it does not have. */
const overdraft = (kind: string, more: Partial<Leg> = {}): Journal => {
  const id = ledger.ids.next()
  const legs = [
    leg({ code: 'card.available', ...load.card }, -999_525_00n, more),
    leg({ code: 'card.floating', ...load.card }, 999_525_00n),
  ]
  const key = kind === 'card.authorised' ? `issuer:${id}` : `capital:${id}`
  return { ...capital(legs), kind, key }
}
const walletLegs = (of: Omit<AccountKey, 'code'>) => [
  leg({ code: 'bank.settlement' }, -5n),
  leg({ ...of, code: 'wallet.regular.pending' }, 5n),
]
/** A wallet pays what there is, and the rest is owed: legs 1, 2 and 3. */
const whatThereIs = (change: Parameters, ...more: Partial<Plan>[]) => {
  const restOn = { account: { ...load.norte, code: 'partner.owed' } }
  const debited = leg({ ...load.norte, code: 'wallet.regular.available' }, -5n, { restOn })
  const legs = [debited, leg({ code: 'bank.settlement' }, 5n)]
  return { ...encode({ journals: [capital(legs)] }, ...more), ...change }
}
const guarded = (change: Parameters, ...more: Partial<Plan>[]) => {
  const guards = [{ account: { code: 'bank.settlement' }, atMost: 2n ** 60n }]
  return { ...encode({ journals: [capital()], guards }, ...more), ...change }
}
/** Queries go over one connection, one after another. */
const counts = async () => {
  const found: number[] = []
  for (const table of ['journal', 'posting', 'ledger_break', 'ref_balance', 'wallet_line'])
    found.push(await ledger.count(table))
  return found
}
/** Refusals whose plan is whole and correct but for one parameter. */
const wrong: readonly (readonly [what: string, parameters: () => Parameters, message: string])[] = [
  ['a kind that nobody knows', () => contribution({ p_kind_names: '{made.up}' }), 'not a kind'],
  ['a kind that is not built', () => contribution({ p_kind_names: '{deposit.frozen}' }), 'not a kind'],
  ['a kind twice', () => contribution({ p_kind_names: '{capital.contributed,made.up}' }), 'not a kind'],
  ['a key of another kind', () => contribution({ p_keys: '{issuer:1}' }), 'a key of another kind'],
  ['a key without an id', () => contribution({ p_keys: '{capital:}' }), 'a key of another kind'],
  ['no kind', () => contribution({ p_kinds: '{NULL}' }), 'violates not-null'],
  ['no key', () => contribution({ p_keys: '{NULL}' }), 'violates not-null'],
  [
    'a break of a kind without breaks',
    () => contribution({ p_breaks: '{01980000-0000-7000-8000-000000000001}' }),
    'names a break that its kind does not have',
  ],
  ['a command without its hash', () => contribution({ p_commands: Buffer.from('x') }), 'has no hash'],
  ['recorded two minutes ago', () => contribution({ p_at: at(-2 * minuteMs) }), 'was not made now'],
  ['recorded in two minutes', () => contribution({ p_at: at(2 * minuteMs) }), 'was not made now'],
  ['recorded never', () => contribution({ p_at: null }), 'violates not-null'],
  [
    'effective four years ago',
    () => contribution({ p_times: `{"${at(-1461 * dayMs)}"}` }),
    'too far from now',
  ],
  ['effective in two days', () => contribution({ p_times: `{"${at(2 * dayMs)}"}` }), 'too far from now'],
  ['effective since ever', () => contribution({ p_times: '{-infinity}' }), 'too far from now'],
  ['effective never', () => contribution({ p_times: '{NULL}' }), 'violates not-null'],
  ['a leg without an account', () => contribution({ p_leg_accounts: '{1,NULL}' }), 'is on no account'],
  ['a leg of no account', () => contribution({ p_leg_accounts: '{1,9}' }), 'is on no account'],
  [
    'a leg of a bucket that is not locked',
    () => {
      const available = leg({ ...load.norte, code: 'wallet.regular.available' }, 5n)
      const made = encode({ journals: [capital([leg({ code: 'bank.settlement' }, -5n), available])] })
      const [, pending] = String(made['p_wallets']).slice(1, -1).split(',')
      const [first] = String(made['p_leg_accounts']).slice(1, -1).split(',')
      return { ...made, p_leg_accounts: `{${first},${pending}}` }
    },
    'violates not-null',
  ],
  ['a leg of zero', () => contribution({ p_amounts: '{0,0}' }), 'violates check'],
  ['a leg without an amount', () => contribution({ p_amounts: '{500,NULL}' }), 'violates not-null'],
  ['a leg of no journal', () => contribution({ p_journal_legs: '{1}' }), 'belongs to no plan'],
  ['a journal of no plan', () => contribution({ p_plan_journals: '{0}' }), 'belongs to no plan'],
  [
    'a journal without legs',
    () => ({ ...encode({ journals: [capital(), capital()] }), p_journal_legs: '{4,4}' }),
    'has no legs',
  ],
  [
    'a journal that is decided twice',
    () => ({ ...encode({ journals: [capital()] }, { journals: [capital()] }), p_plan_journals: '{2,0}' }),
    'plans of this batch are not in order',
  ],
  [
    'accounts in another order',
    () => {
      const made = contribution()
      const [first, second] = String(made['p_accounts']).slice(1, -1).split(',')
      return { ...made, p_accounts: `{${second},${first}}` }
    },
    'not in order',
  ],
  [
    'an account with an id of its own',
    () => {
      const [, second] = String(contribution()['p_accounts']).slice(1, -1).split(',')
      return contribution({ p_accounts: `{00000000-0000-7000-8000-000000000001,${second}}` })
    },
    'is not open',
  ],
  ...[
    { code: 'made.up' },
    { code: 'bank.settlement', asset: 'USDC@1' },
    { code: 'crypto.treasury' },
    { code: 'crypto.treasury', asset: 'USD' },
    { code: 'crypto.treasury', asset: ' @1' },
    { code: 'card.available' },
    { code: 'bank.settlement', owner_id: '01980000-0000-7000-8000-000000000001' },
    { code: 'equity.capital', company_id: '01980000-0000-7000-8000-000000000001' },
    {},
  ].map(
    (key) =>
      [
        `an account outside of the chart: ${JSON.stringify(key)}`,
        () => contribution({ p_open: JSON.stringify([key]) }),
        'not in the chart',
      ] as const,
  ),
  [
    'a wallet that is not named',
    () => ({ ...encode({ journals: [capital(walletLegs(load.norte))] }), p_wallets: '{}', p_unlocked: '{}' }),
    'wallet that this batch does not name',
  ],
  [
    'a wallet with its buckets exchanged',
    () => {
      const made = encode({ journals: [capital(walletLegs(load.norte))] })
      const [available, pending, reserved] = String(made['p_wallets']).slice(1, -1).split(',')
      return { ...made, p_wallets: `{${available},${reserved},${pending}}` }
    },
    'is not one',
  ],
  [
    'a wallet with a bucket of another owner',
    () => {
      const legs = [...walletLegs(load.norte), ...walletLegs(load.andes)]
      const made = encode({ journals: [capital(legs)] })
      const positions = String(made['p_wallets']).slice(1, -1).split(',')
      return {
        ...made,
        p_wallets: `{${[positions[0], positions[4], positions[2], positions[3], positions[1], positions[5]].join()}}`,
      }
    },
    'is not one',
  ],
  [
    'a reference with the balance of another',
    () => {
      const ref = ledger.ids.next()
      const legs = [leg({ code: 'issuer.transit' }, -5n, { ref }), leg({ code: 'bank.settlement' }, 5n)]
      return { ...encode({ journals: [capital(legs)] }), p_ref_ids: `{${ledger.ids.next()}}` }
    },
    'names no reference',
  ],
  [
    'no reference where one is needed',
    () => {
      const ref = ledger.ids.next()
      const legs = [leg({ code: 'issuer.transit' }, -5n, { ref }), leg({ code: 'bank.settlement' }, 5n)]
      return { ...encode({ journals: [capital(legs)] }), p_slots: '{}', p_refs: '{}' }
    },
    'names no reference',
  ],
  ['a rest that no leg takes', () => whatThereIs({ p_rests: '{9,NULL,NULL}' }), 'to no later leg'],
  ['a rest that the leg keeps', () => whatThereIs({ p_rests: '{1,NULL,NULL}' }), 'to no later leg'],
  [
    'a rest that goes back',
    () => whatThereIs({ p_rests: '{NULL,1,NULL}', p_amounts: '{5,-5,0}' }),
    'to no later leg',
  ],
  ['a rest that is passed on', () => whatThereIs({ p_rests: '{2,3,NULL}' }), 'to no later leg'],
  [
    'a rest for another journal',
    () => whatThereIs({ p_rests: '{4,NULL,NULL}' }, { journals: [capital()] }),
    'to no later leg',
  ],
  ['a leg that gives what there is', () => whatThereIs({ p_amounts: '{5,0,-5}' }), 'adds to its account'],
  [
    'a leg without an amount that takes what there is',
    () => whatThereIs({ p_amounts: '{NULL,0,5}' }),
    'violates not-null',
  ],
  [
    'a journal of which no leg is left',
    () => whatThereIs({ p_amounts: '{-5,5,0}' }),
    'nothing is left of the legs',
  ],
  [
    'legs of zero in a batch with a leg that takes what there is',
    () => whatThereIs({ p_amounts: '{-5,0,5,0,0}' }, { journals: [capital()] }),
    'nothing is left of the legs',
  ],
  ['a guard on no account', () => guarded({ p_guard_accounts: '{9}' }), 'is on no account'],
  ['a guard without an account', () => guarded({ p_guard_accounts: '{NULL}' }), 'is on no account'],
  ['a guard of no plan', () => guarded({ p_guard_plans: '{2}' }), 'belongs to no plan'],
  ['a guard without a plan', () => guarded({ p_guard_plans: '{NULL}' }), 'belongs to no plan'],
  [
    'guards in another order',
    () =>
      guarded(
        { p_guard_plans: '{2,1}', p_guard_accounts: '{1,1}', p_guard_seqs: '{}' },
        { journals: [capital()] },
      ),
    'belongs to no plan',
  ],
  ...[
    'account',
    'journal',
    'posting',
    'block',
    'posting_bound',
    'journal_kind',
    'chart_line',
    'plan_table',
    'clock',
  ].map(
    (table) =>
      [
        `a row for ${table}`,
        () => ({
          ...contribution(),
          p_rows: JSON.stringify([{ table, columns: ['id'], rows: [['1', '1']] }]),
        }),
        'plans may not write',
      ] as const,
  ),
  ...['audit', 'load_history', 'terms_acceptance'].map(
    (table) =>
      [
        `an update of ${table}, whose rows are only added`,
        () => {
          const rows = [['1', ledger.ids.next(), 'changed']]
          return {
            ...contribution(),
            p_updates: JSON.stringify([{ table, from: [], set: ['action'], rows }]),
          }
        },
        'plans may not write',
      ] as const,
  ),
]

describe('post_batch refuses', () => {
  test.each(wrong)('%s', async (_what, parameters, message) => {
    const before = await counts()
    expect(await refusalOf(parameters())).toContain(message)
    expect(await counts()).toEqual(before)
  })
})

describe('a plan is refused, and not the others of its batch', () => {
  const outcomes: readonly (readonly [what: string, parameters: () => Parameters, outcome: string])[] = [
    [
      'a kind without outside facts below a floor',
      () => encode({ journals: [overdraft('capital.contributed')] }),
      'insufficient_funds',
    ],
    [
      'an outside fact below the floor of an account that it may not pass',
      () => {
        const legs = walletLegs(load.norte).map(({ account, amount }) => leg(account, -1000n * amount))
        return encode({ journals: [{ ...overdraft('card.authorised'), legs }] })
      },
      'insufficient_funds',
    ],
    [
      'a floor of the leg below that of its account',
      () => encode({ journals: [overdraft('capital.contributed', { atLeast: -1_000_000_00n })] }),
      'insufficient_funds',
    ],
    ['a journal that is off by a cent', () => contribution({ p_amounts: '{-500,501}' }), 'unbalanced'],
    [
      'cards without their twin',
      () => {
        const made = encode({ journals: [overdraft('card.authorised')] })
        return { ...made, p_amounts: '{-5,4}' }
      },
      'unbalanced',
    ],
  ]
  test.each(outcomes)('%s', async (_what, parameters, outcome) => {
    const before = await counts()
    expect(await call(parameters())).toMatchObject([{ outcome }])
    expect(await counts()).toEqual(before)
  })
})

test('traits of an account come from the chart, whatever the caller writes', async () => {
  const [ownerId, cardId, companyId] = [ledger.ids.next(), ledger.ids.next(), ledger.ids.next()]
  const claims = {
    floor: -1_000_000,
    passable: true,
    class: 'A',
    side: 'D',
    by_ref: false,
    traits: 4,
    currency: 'X',
  }
  const open = chart
    .filter(({ owners }) => !owners.includes('operator'))
    .map(({ code, currency, owners }) => ({
      ...claims,
      owner_id: owners.includes('card') ? cardId : ownerId,
      company_id: companyId,
      code,
      ...(currency === 'usd' ? {} : { asset: 'USDC@1' }),
    }))
  expect(await call(contribution({ p_open: JSON.stringify(open) }))).toEqual([])
  const { rows } = await ledger.owner.query(
    `select a.id, a.code from account a join chart_line l on l.code = a.code and l.has_asset = (a.asset is not null)
     where a.owner_id = any ($1) and a.floor is not distinct from l.floor and a.passable = l.passable and a.class = l.class
       and a.side = l.side and a.by_ref = l.by_ref and a.traits = l.traits
       and a.currency = case when l.currency_kind = 'asset' then a.asset else 'USD' end`,
    [[ownerId, cardId]],
  )
  expect(rows).toHaveLength(open.length)
  const keys = open.map(({ code, ...key }) => {
    const asset = 'asset' in key ? { asset: String(key.asset) } : {}
    return { id: accountId({ code, ...asset, ownerId: key.owner_id }), code }
  })
  expect(rows).toEqual(expect.arrayContaining(keys))
})

test('an outside fact passes the floor of a card and opens a break', async () => {
  const before = await ledger.count('ledger_break')
  expect(await call(encode({ journals: [overdraft('card.authorised')] }))).toEqual([])
  expect(await ledger.count('ledger_break')).toBe(before + 1)
})

test("a temporary table of the caller's does not replace the catalogue", async () => {
  await app.query(`create temp table journal_kind as select 'made.up' as name, '%' as key_pattern, true as outside,
    false as names_break, true as built`)
  expect(await refusalOf(contribution({ p_kind_names: '{made.up}' }))).toContain('not a kind')
  await app.query('drop table pg_temp.journal_kind')
})

test('business time ahead of real time is accepted as far as the clock of the installation is', async () => {
  const ahead = (ms: number) => contribution({ p_at: at(ms), p_times: `{"${at(ms)}"}` })
  expect(await refusalOf(ahead(dayMs))).toContain('was not made now')
  await ledger.db.write(allTenants, (sql) => sql.run(`update clock set offset_ms = ${2 * dayMs}`))
  expect(await call(ahead(dayMs))).toEqual([])
  expect(await refusalOf(ahead(3 * dayMs))).toContain('was not made now')
})

test('the owner may widen the bounds, for an import or a sandbox', async () => {
  const old = () => contribution({ p_at: at(-30 * dayMs), p_times: `{"${at(-2000 * dayMs)}"}` })
  expect(await refusalOf(old())).toContain('was not made now')
  await ledger.owner.query(`update posting_bound
    set recorded_behind_minutes = 31 * 24 * 60, effective_behind_minutes = 3650 * 24 * 60`)
  expect(await call(old())).toEqual([])
})

test('after all of it the book has no finding', async () => {
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
})
