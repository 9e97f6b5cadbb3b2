import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { AccountKey, Leg, Plan, PlanOutcome } from '../../server/src/kernel/plan.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { chartAccount } from '../../server/src/ledger/chart.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster, type Poster } from '../../server/src/ledger/poster.ts'
import { credit, debit } from '../../server/src/ledger/posting.ts'

/** Guards on accounts, legs that take what there is, and journals with several assets. */
let ledger: TestLedger
/** Posts plans in the order of the calls, as the model does. */
let poster: Poster
beforeAll(async () => {
  ledger = await createTestLedger()
  const { db, ids, clock, outbox } = ledger
  poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand, batchesInFlight: 1 })
})
afterAll(async () => {
  await poster.close()
  await ledger.end()
})

const bank = { code: 'bank.settlement' }
const newOwner = () => ({ ownerId: ledger.ids.next(), companyId: ledger.ids.next() })
type Owner = ReturnType<typeof newOwner>
const wallet = (owner: Owner) => ({ code: 'wallet.regular.available', ...owner })
const reserved = (owner: Owner) => ({ code: 'wallet.regular.reserved', ...owner })
const owed = (owner: Owner) => ({ code: 'partner.owed', ...owner })
const units = (asset: string) => ({ code: 'crypto.payout', asset })
const position = (asset: string) => ({ code: 'fx.units', asset })

/** Any legs may have this kind: the database does not compare them with it. */
const planOf = (legs: readonly Leg[], more: Partial<Plan> = {}): Plan => {
  const id = ledger.ids.next()
  const journal = { kind: 'capital.contributed', key: `capital:${id}`, command: id, legs }
  return { journals: legs.length === 0 ? [] : [{ ...journal, effectiveAt: ledger.clock.now() }], ...more }
}
const post = (legs: readonly Leg[], more: Partial<Plan> = {}) => poster.apply(planOf(legs, more))
const fund = (account: AccountKey, amount: bigint, ref?: string) =>
  post([debit(bank, amount), credit(account, amount, ref === undefined ? {} : { ref })])
const natural = async (account: AccountKey) => {
  const balance = await ledger.balance(account)
  return chartAccount(account.code, account.asset !== undefined)?.side === 'D' ? -balance : balance
}
const debitWhatThereIs = (owner: Owner, amount: bigint) =>
  post([debit(wallet(owner), amount, { restOn: { account: owed(owner) } }), credit(bank, amount)])
const postingsOf = async (account: AccountKey) => {
  const { rows } = await ledger.owner.query<{ amount: bigint }>(
    'select amount from posting where account_id = $1 order by seq',
    [accountId(account)],
  )
  return rows.map(({ amount }) => amount)
}

test('a leg takes as much as there is, and the rest is on another account', async () => {
  const owner = newOwner()
  await fund(wallet(owner), 70n)
  expect(await debitWhatThereIs(owner, 100n)).toMatchObject({ outcome: 'posted' })
  expect([await natural(wallet(owner)), await natural(owed(owner))]).toEqual([0n, 30n])
})

test('a leg of which nothing is left is not written', async () => {
  const [rich, poor] = [newOwner(), newOwner()]
  await fund(wallet(rich), 100n)
  expect(await debitWhatThereIs(rich, 100n)).toMatchObject({ outcome: 'posted' })
  expect(await debitWhatThereIs(poor, 100n)).toMatchObject({ outcome: 'posted' })
  expect([await postingsOf(wallet(rich)), await postingsOf(owed(rich))]).toEqual([[100n, -100n], []])
  expect([await postingsOf(wallet(poor)), await postingsOf(owed(poor))]).toEqual([[], [-100n]])
})

test('what there is ends at the stricter floor of the leg, at the allowance, and at the reference', async () => {
  const owner = newOwner()
  await fund(wallet(owner), 70n)
  const strict = { atLeast: 50n, restOn: { account: owed(owner) } }
  await post([debit(wallet(owner), 30n, strict), credit(bank, 30n)])
  expect([await natural(wallet(owner)), await natural(owed(owner))]).toEqual([50n, 10n])

  const immediate = { code: 'wallet.immediate.available', ...owner }
  await ledger.owner.query('select set_allowance($1, $2, 40, now())', [owner.ownerId, owner.companyId])
  await post([debit(immediate, 90n, { restOn: { account: owed(owner) } }), credit(bank, 90n)])
  expect([await natural(immediate), await natural(owed(owner))]).toEqual([-40n, 60n])

  const [small, large] = [ledger.ids.next(), ledger.ids.next()]
  await fund(reserved(owner), 5n, small)
  await fund(reserved(owner), 500n, large)
  const rest = { ref: small, restOn: { account: owed(owner) } }
  await post([debit(reserved(owner), 20n, rest), credit(bank, 20n)])
  expect([await natural(reserved(owner)), await natural(owed(owner))]).toEqual([500n, 75n])
})

test('a replay of a journal that took what there was takes nothing more', async () => {
  const owner = newOwner()
  await fund(wallet(owner), 10n)
  const recovery = planOf([
    debit(wallet(owner), 15n, { restOn: { account: owed(owner) } }),
    credit(bank, 15n),
  ])
  const first = await poster.apply(recovery)
  await fund(wallet(owner), 10n)
  expect(await poster.apply(recovery)).toEqual({ ...first, outcome: 'replayed' })
  expect([await natural(wallet(owner)), await natural(owed(owner))]).toEqual([10n, 5n])
})

test('a guard holds the plan to what it read: the last posting and the balance of another account', async () => {
  const owner = newOwner()
  await fund(wallet(owner), 100n)
  const other = newOwner()
  const refused = { outcome: 'guard_failed', table: 'account', id: accountId(wallet(owner)) }
  const guarded = (guard: object) =>
    post([debit(bank, 1n), credit(wallet(other), 1n)], { guards: [{ account: wallet(owner), ...guard }] })
  for (const guard of [{ seq: 0n }, { seq: 2n }, { atLeast: 101n }, { atMost: 99n }, { seq: 1n, atMost: 1n }])
    expect(await guarded(guard)).toEqual(refused)
  expect(await natural(wallet(other))).toBe(0n)
  for (const guard of [{ seq: 1n }, { atLeast: 100n }, { atMost: 100n }, { seq: 1n, atLeast: 100n }])
    expect(await guarded(guard)).toMatchObject({ outcome: 'posted' })
  // The natural balance of a debit account is positive too.
  await post([debit(owed(owner), 40n), credit(bank, 40n)])
  const debtor = (atMost: bigint) => post([], { guards: [{ account: owed(owner), atMost }] })
  expect(await debtor(39n)).toMatchObject({ outcome: 'guard_failed' })
  expect(await debtor(40n)).toMatchObject({ outcome: 'posted' })
})

test('of two plans that read the same account, one is applied', async () => {
  const owner = newOwner()
  await fund(wallet(owner), 100n)
  const spend = () =>
    post([debit(wallet(owner), 10n), credit(bank, 10n)], { guards: [{ account: wallet(owner), seq: 1n }] })
  const outcomes = await Promise.all(Array.from({ length: 20 }, spend))
  expect(outcomes.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1)
  expect(outcomes.filter(({ outcome }) => outcome === 'guard_failed')).toHaveLength(19)
  expect(await natural(wallet(owner))).toBe(90n)
})

test('a journal has legs in several assets, and each sums to zero', async () => {
  const pair = (asset: string, amount: bigint) => [
    debit(units(asset), amount),
    credit(position(asset), amount),
  ]
  const swap = [
    ...pair('A@1', 7n),
    ...pair('B@1', 11n),
    debit(bank, 3n),
    credit({ code: 'equity.capital' }, 3n),
  ]
  expect(await post(swap)).toMatchObject({ outcome: 'posted' })
  expect([await natural(units('A@1')), await natural(units('B@1'))]).toEqual([7n, 11n])
  const apart = [debit(units('A@1'), 5n), credit(position('B@1'), 5n)]
  expect(await post(apart)).toEqual({ outcome: 'unbalanced' })
})

type State = {
  readonly natural: Map<string, bigint>
  readonly seq: Map<string, bigint>
  readonly refs: Map<string, bigint>
}
const copy = (state: State): State => ({
  natural: new Map(state.natural),
  seq: new Map(state.seq),
  refs: new Map(state.refs),
})
const add = (amounts: Map<string, bigint>, name: string, amount: bigint) =>
  amounts.set(name, (amounts.get(name) ?? 0n) + amount)

/** Applies a leg to a state; false: there is not enough. */
const applyLeg = (state: State, { account, amount, ref, restOn }: Leg): boolean => {
  const line = chartAccount(account.code, account.asset !== undefined)!
  const [id, sign] = [accountId(account), line.side === 'D' ? -1n : 1n]
  const [before, refName] = [state.natural.get(id) ?? 0n, `${id} ${ref}`]
  let change = sign * amount
  if (restOn) {
    const there = [
      -change,
      before - BigInt(line.floor ?? -(2n ** 60n)),
      ...(line.hasRefs ? [state.refs.get(refName) ?? 0n] : []),
    ]
    const least = there.reduce((low, each) => (each < low ? each : low))
    const debited = least < 0n ? 0n : least
    const rest = { ...restOn, amount: sign * (change + debited) }
    change = -debited
    if (rest.amount !== 0n && !applyLeg(state, rest)) return false
    if (change === 0n) return true
  }
  add(state.natural, id, change)
  add(state.seq, id, 1n)
  if (line.hasRefs) add(state.refs, refName, change)
  const after = before + change
  return (
    !(change < 0n && line.floor !== null && after < BigInt(line.floor)) &&
    (state.refs.get(refName) ?? 0n) >= 0n
  )
}
const guardHolds = (state: State, { account, seq, atLeast, atMost }: NonNullable<Plan['guards']>[number]) => {
  const [now, id] = [state.natural.get(accountId(account)) ?? 0n, accountId(account)]
  return (
    (seq === undefined || (state.seq.get(id) ?? 0n) === seq) &&
    (atLeast === undefined || now >= atLeast) &&
    (atMost === undefined || now <= atMost)
  )
}
/** What a plan does, decided by this test alone. */
const decide = (state: State, plan: Plan): { outcome: PlanOutcome['outcome']; state: State } => {
  const refused = (plan.guards ?? []).find((guard) => !guardHolds(state, guard))
  if (refused) return { outcome: 'guard_failed', state }
  const next = copy(state)
  const fits = plan.journals.every(({ legs }) => legs.every((leg) => applyLeg(next, leg)))
  return fits ? { outcome: 'posted', state: next } : { outcome: 'insufficient_funds', state }
}

const amount = fc.bigInt({ min: 1n, max: 60n })
const who = fc.nat(2)
const step = fc.oneof(
  fc.record({ do: fc.constant('fund' as const), who, amount }),
  fc.record({ do: fc.constant('spend' as const), who, amount }),
  fc.record({ do: fc.constant('take' as const), who, amount }),
  fc.record({ do: fc.constant('reserve' as const), who, amount, which: fc.nat(1) }),
  fc.record({ do: fc.constant('release' as const), who, amount, which: fc.nat(1) }),
  fc.record({ do: fc.constant('recover' as const), who, amount }),
  fc.record({ do: fc.constant('trade' as const), who, amount, sold: amount }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const guard = fc.record(
  { who, of: fc.nat(2), seq: fc.bigInt({ min: 0n, max: 6n }), atLeast: amount, atMost: amount },
  { requiredKeys: ['who', 'of'] },
)
const plans = fc.array(
  fc.record({
    step,
    more: fc.option(step, { freq: 4 }),
    guards: fc.oneof(
      { weight: 3, arbitrary: fc.array(guard, { maxLength: 0 }) },
      fc.array(guard, { maxLength: 2 }),
    ),
  }),
  { minLength: 5, maxLength: 40 },
)

test('any order of such plans has the effects that the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (drafts) => {
      const owners = [newOwner(), newOwner(), newOwner()]
      const refs = [ledger.ids.next(), ledger.ids.next()]
      const assets = [`A@${ledger.ids.next()}`, `B@${ledger.ids.next()}`]
      const legsOf = (draft: Step): Leg[] => {
        const owner = owners[draft.who]!
        const rest = { restOn: { account: owed(owner) } }
        const ref = 'which' in draft ? refs[draft.which]! : ''
        return {
          fund: () => [debit(bank, draft.amount), credit(wallet(owner), draft.amount)],
          spend: () => [debit(wallet(owner), draft.amount), credit(bank, draft.amount)],
          take: () => [debit(wallet(owner), draft.amount, rest), credit(bank, draft.amount)],
          reserve: () => [debit(wallet(owner), draft.amount), credit(reserved(owner), draft.amount, { ref })],
          release: () => [debit(reserved(owner), draft.amount, { ref, ...rest }), credit(bank, draft.amount)],
          // The money of the wallet first pays what is owed; a debit account is emptied by credits.
          recover: () => [
            credit(owed(owner), draft.amount, { restOn: { account: wallet(owner) } }),
            debit(bank, draft.amount),
          ],
          trade: () => [
            debit(units(assets[0]!), draft.amount),
            credit(position(assets[0]!), draft.amount),
            credit(units(assets[1]!), 'sold' in draft ? draft.sold : 1n),
            debit(position(assets[1]!), 'sold' in draft ? draft.sold : 1n),
          ],
        }[draft.do]()
      }
      const guarded = { 0: wallet, 1: owed, 2: reserved }
      await post([debit(units(assets[1]!), 100n), credit(position(assets[1]!), 100n)])
      let state: State = { natural: new Map(), seq: new Map(), refs: new Map() }
      state = decide(
        state,
        planOf([debit(units(assets[1]!), 100n), credit(position(assets[1]!), 100n)]),
      ).state
      const made = drafts.map(({ step: first, more, guards }) => {
        const plan = planOf(legsOf(first), {
          guards: guards.map(({ who: index, of, ...bounds }) => ({
            account: guarded[of as 0 | 1 | 2](owners[index]!),
            ...bounds,
          })),
        })
        const second = more ? planOf(legsOf(more)).journals : []
        return { ...plan, journals: [...plan.journals, ...second] }
      })
      const outcomes = await Promise.all(made.map((plan) => poster.apply(plan)))
      const expected = made.map((plan) => {
        const decided = decide(state, plan)
        state = decided.state
        return decided.outcome
      })
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(expected)
      for (const owner of owners) {
        for (const account of [wallet(owner), owed(owner), reserved(owner)]) {
          expect(await natural(account)).toBe(state.natural.get(accountId(account)) ?? 0n)
          expect(await postingsOf(account)).toHaveLength(Number(state.seq.get(accountId(account)) ?? 0n))
        }
      }
      for (const asset of assets)
        expect(await natural(units(asset))).toBe(state.natural.get(accountId(units(asset))) ?? 0n)
    }),
    { numRuns: 60 },
  )
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
}, 60_000)
