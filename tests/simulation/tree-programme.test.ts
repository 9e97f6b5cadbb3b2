import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Company } from '../../server/src/companies/company.ts'
import { maturedParts } from '../../server/src/deposits/maturity.ts'
import { acceptanceJournals } from '../../server/src/deposits/top-up-plan.ts'
import { topUpMatured, topUpReversed, wireMatched } from '../../server/src/deposits/top-up-postings.ts'
import { decideTopUp, type PricedTopUp } from '../../server/src/deposits/top-up.ts'
import { anyGrossCents, anyRates } from '../../server/src/fees/fee-arbitraries.test-kit.ts'
import { depositConfirmed, type UsedCoin } from '../../server/src/loads/load-postings.ts'
import type { LevelRates } from '../../server/src/fees/fee-split.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { createPaperBook } from '../../server/src/ledger/paper-book.test-kit.ts'
import { decidePayment } from '../../server/src/settlements/settlement.ts'
import { settlementPaid } from '../../server/src/settlements/settlement-postings.ts'
import { transferMade } from '../../server/src/transfers/transfer-postings.ts'
import type { WalletHolder } from '../../server/src/wallets/wallet-holder.ts'

const names = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'] as const
type Name = (typeof names)[number]
type Wallet = 'regular' | 'immediate'
const wallets = ['regular', 'immediate'] as const
const anyName = fc.constantFrom(...names)
const anyWallet = fc.constantFrom(...wallets)
const anyCents = fc.bigInt({ min: 0n, max: 1_000_000n })
const which = fc.nat({ max: 30 })
/** Coins of a deposit, and their value in thousandths of its gross: below and above what is credited. */
const anyCoins = fc.record({
  units: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  permille: fc.bigInt({ min: 500n, max: 1500n }),
})
/** Anything that happens to companies and their money, in any order, also where it is not possible. */
const anyEvent = fc.oneof(
  fc.record({
    what: fc.constant('top_up'),
    who: anyName,
    wallet: anyWallet,
    gross: anyGrossCents,
    coins: fc.option(anyCoins),
  }),
  fc.record({ what: fc.constant('fees'), regular: anyRates, immediate: anyRates }),
  fc.record({ what: fc.constant('parent'), who: anyName, below: fc.option(anyName) }),
  fc.record({ what: fc.constant('match'), which }),
  fc.record({ what: fc.constant('mature'), which }),
  fc.record({ what: fc.constant('reverse'), which }),
  fc.record({
    what: fc.constant('settle'),
    who: anyName,
    wallet: anyWallet,
    added: anyCents,
    deducted: anyCents,
  }),
  fc.record({ what: fc.constant('transfer'), who: anyName, to: anyName, wallet: anyWallet, total: anyCents }),
  fc.record({ what: fc.constant('allowance'), who: anyName, cents: anyCents }),
)
type Event = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never
type TopUpEvent = {
  readonly who: Name
  readonly wallet: Wallet
  readonly gross: bigint
  readonly coins: { readonly units: bigint; readonly permille: bigint } | null
}

const asset = 'USDC@1'

const at = new Date('2026-11-20T15:00:00Z')
const open = { availableCents: 0n, pendingCents: 0n, reservedCents: 0n, seq: 0n, isClosed: false }
const state = { ...open, allowanceCents: 0n }
const limits = { minimumCents: 1n, maximumCents: 10n ** 15n, leftTodayCents: 10n ** 15n }
const manyLevels: LevelRates = [10_000n, 5000n, 7500n, 5000n, 2500n]
const whole = 1_000_000n

type Share = { readonly ownerId: Name; readonly amountCents: bigint; settlementId: string | null }
type TopUp = {
  readonly id: string
  readonly who: Name
  readonly made: PricedTopUp
  readonly shares: Share[]
  /** Null: a wire. */
  readonly coins: readonly UsedCoin[] | null
  readonly spreadCents: bigint
  status: 'pending' | 'available' | 'reversed'
  wire: 'unmatched' | 'matched' | null
}

/** Companies, their fees and their money in a book on paper, and what each of them has by the plainest computation. */
const createRun = () => {
  const book = createPaperBook()
  const parents = new Map<Name, Name | null>(names.map((name) => [name, null]))
  const allowances = new Map<Name, bigint>()
  const expected = new Map<Name, bigint>(names.map((name) => [name, 0n]))
  const topUps: TopUp[] = []
  let rates: Record<Wallet, LevelRates> = { regular: manyLevels, immediate: manyLevels }
  let number = 0
  let settled = 0

  const pathOf = (name: Name): Name[] => {
    const parent = parents.get(name) ?? null
    return parent === null ? [name] : [...pathOf(parent), name]
  }
  const companyOf = (name: Name): Company =>
    ({ id: name, tier: pathOf(name).length, operatorOwned: false, path: pathOf(name), active: true }) as never
  const holderOf = (name: Name): WalletHolder => ({
    id: name,
    kind: 'company',
    name,
    email: null,
    company: companyOf(name),
    wallets: { regular: state, immediate: state },
  })
  const own = (code: string, name: Name) => ({ code, ownerId: name, companyId: name })
  const has = (code: string, name: Name) => book.natural(own(code, name))
  const add = (name: Name, cents: bigint) => expected.set(name, (expected.get(name) ?? 0n) + cents)
  /** As the ledger does: what an account lacks of such a leg is on the other account. */
  const post = (journal: Journal) => {
    const legs = journal.legs.flatMap((leg) => {
      if (!leg.restOn) return [leg]
      const there = book.natural(leg.account) - (leg.atLeast ?? 0n)
      const amount = -leg.amount > there ? -there : leg.amount
      return [
        { ...leg, amount },
        { account: leg.restOn.account, amount: leg.amount - amount },
      ]
    })
    book.post({ ...journal, legs } as Journal)
  }

  /** The share of each level above, from the rates of that moment: a missing level passes its rate upwards. */
  const sharesAbove = (name: Name, gross: bigint, of: LevelRates) =>
    pathOf(name)
      .slice(0, -1)
      .map((ownerId, index): Share => ({
        ownerId,
        amountCents: (gross * (of[index + 1] ?? 0n)) / whole,
        settlementId: null,
      }))
      .filter(({ amountCents }) => amountCents > 0n)

  /** Coins that a company has sent, in the book; null: it sends a wire. */
  const coinsOf = (id: string, { who, gross, coins }: TopUpEvent): UsedCoin[] | null => {
    if (!coins) return null
    const { units, permille } = coins
    const payer = { ownerId: who, companyId: who }
    post(depositConfirmed({ id, chain: '1', tx: id, log: 0, asset, units, payer, effectiveAt: at }))
    return [{ asset, deposits: [{ id, units }], valueCents: (gross * permille) / 1000n }]
  }
  const enter = (event: TopUpEvent) => {
    const { who, wallet, gross } = event
    const path = pathOf(who).map(companyOf)
    const found = decideTopUp({
      holder: holderOf(who),
      path,
      wallet,
      grossCents: gross,
      rates: rates[wallet],
      limits,
    } as never)
    if (!found.accepted) return
    number += 1
    const id = `top-up-${number}`
    const coins = coinsOf(id, event)
    const spreadCents = coins ? (coins[0]?.valueCents ?? 0n) - gross : 0n
    const shares = sharesAbove(who, gross, rates[wallet])
    for (const journal of acceptanceJournals({ ...found.value, id, now: at, coins, spreadCents }))
      post(journal)
    add(who, found.value.netCents)
    for (const share of shares) add(share.ownerId, share.amountCents)
    const status = wallet === 'regular' ? 'pending' : 'available'
    const wire = coins ? null : 'unmatched'
    topUps.push({ id, who, made: found.value, shares, coins, spreadCents, status, wire })
  }
  const figuresOf = ({ id, who, made, spreadCents }: TopUp) => ({
    ...made,
    id,
    companyId: who,
    spreadCents,
    effectiveAt: at,
  })
  const match = (topUp: TopUp | undefined) => {
    if (topUp?.wire !== 'unmatched' || topUp.status === 'reversed') return
    post(wireMatched({ ...figuresOf(topUp), statementLine: topUp.id }))
    topUp.wire = 'matched'
  }
  const mature = (topUp: TopUp | undefined) => {
    if (topUp?.status !== 'pending' || topUp.wire === 'unmatched') return
    const debts = {
      owedCents: has('partner.owed', topUp.who),
      immediateCents: has('wallet.immediate.available', topUp.who),
    }
    post(topUpMatured({ ...figuresOf(topUp), parts: maturedParts(topUp.made.netCents, debts) }))
    topUp.status = 'available'
  }
  const reverse = (topUp: TopUp | undefined) => {
    if (!topUp || topUp.status === 'reversed') return
    const { status, wire, coins, shares, who, made } = topUp
    const posted = shares.map((share) => ({ ...share, undoneCents: 0n }))
    post(topUpReversed({ ...figuresOf(topUp), status, wire, coins, shares: posted }))
    add(who, -made.netCents)
    for (const share of shares) add(share.ownerId, -share.amountCents)
    topUp.status = 'reversed'
  }
  const settle = (who: Name, wallet: Wallet, by: { added: bigint; deducted: bigint }) => {
    const due = topUps
      .filter(
        ({ status, wire, made }) => status !== 'reversed' && wire !== 'unmatched' && made.wallet === wallet,
      )
      .flatMap(({ shares }) => shares)
      .filter((share) => share.ownerId === who && share.settlementId === null)
    const maturedCents = due.reduce((sum, { amountCents }) => sum + amountCents, 0n)
    if (maturedCents + by.added + by.deducted === 0n) return
    settled += 1
    const id = `settlement-${settled}`
    const pot = { maturedCents, addedCents: by.added, deductedCents: by.deducted }
    const standing = {
      owedCents: has('partner.owed', who),
      immediateCents: has('wallet.immediate.available', who),
    }
    const payment = decidePayment(pot, standing)
    const periodEnd = new Date(at.getTime() + settled)
    post(
      settlementPaid({
        ...pot,
        ...payment,
        id,
        ownerId: who,
        companyId: who,
        wallet,
        periodEnd,
        effectiveAt: at,
      }),
    )
    for (const share of due) share.settlementId = id
    add(who, by.added - by.deducted)
    if (has('partner.owed', who) > 0n) expect(payment.paidCents + payment.allowanceCents).toBe(0n)
    if (has('wallet.immediate.available', who) < 0n) expect(payment.paidCents).toBe(0n)
  }
  const transfer = ({ who, to, wallet, total }: { who: Name; to: Name; wallet: Wallet; total: bigint }) => {
    const floor = wallet === 'immediate' ? (allowances.get(who) ?? 0n) : 0n
    const isFree = who === to || total < 1000n || has(`wallet.${wallet}.available`, who) + floor < total
    if (isFree) return
    number += 1
    const feeCents = (total * 2n + 500n) / 1000n
    const sides = { from: holderOf(who), to: holderOf(to), wallet, totalCents: total, feeCents }
    post(transferMade({ id: `transfer-${number}`, ...sides, usesAllowance: true, effectiveAt: at } as never))
    add(who, -total)
    add(to, total - feeCents)
  }
  const changeParent = (who: Name, below: Name | null) => {
    const below4 = below === null ? 0 : pathOf(below).length
    const depth = Math.max(
      ...names
        .map((name) => pathOf(name))
        .filter((path) => path.includes(who))
        .map((path) => path.length - path.indexOf(who)),
    )
    if (below !== null && (pathOf(below).includes(who) || below4 + depth > 4)) return
    parents.set(who, below)
  }
  const run = (event: Event) => {
    const of = event as never as Record<string, never>
    const chosen = topUps.length > 0 && 'which' in event ? topUps[event.which % topUps.length] : undefined
    if (event.what === 'top_up') enter(event as never)
    if (event.what === 'fees') rates = { regular: of['regular']!, immediate: of['immediate']! }
    if (event.what === 'parent') changeParent(of['who']!, of['below']!)
    if (event.what === 'match') match(chosen)
    if (event.what === 'mature') mature(chosen)
    if (event.what === 'reverse') reverse(chosen)
    if (event.what === 'settle') settle(of['who']!, of['wallet']!, event as never)
    if (event.what === 'transfer') transfer(event as never)
    if (event.what === 'allowance' && has('wallet.immediate.available', of['who']!) >= -of['cents']!)
      allowances.set(of['who']!, of['cents']!)
  }
  /** Each owner has what they should have, and no account is below its floor. */
  const check = () => {
    expect(book.sum('USD')).toBe(0n)
    for (const name of names) {
      const parts = wallets.flatMap((wallet) => [
        has(`wallet.${wallet}.available`, name),
        has(`wallet.${wallet}.pending`, name),
      ])
      const owed = has('partner.owed', name)
      expect([name, parts.reduce((sum, cents) => sum + cents, -owed)]).toEqual([name, expected.get(name)])
      const [regular = 0n, regularPending = 0n, immediate = 0n, immediatePending = 0n] = parts
      const floors = [
        regular,
        regularPending,
        immediate + (allowances.get(name) ?? 0n),
        immediatePending,
        owed,
      ]
      expect([name, floors.every((cents) => cents >= 0n)]).toEqual([name, true])
    }
  }
  return { book, topUps, run, check, match, mature, reverse, settle, none: { added: 0n, deducted: 0n } }
}

const inOrder = (amounts: readonly bigint[]) => amounts.toSorted((one, other) => (one < other ? -1 : 1))
/** What is open on an account with references. */
const openRefs = (book: ReturnType<typeof createPaperBook>) =>
  inOrder(book.refs().filter((left) => left !== 0n))
/** Coins of reversed deposits are their company's again, to the unit. */
const returnedUnits = (topUps: readonly TopUp[]) =>
  inOrder(
    topUps
      .filter(({ status }) => status === 'reversed')
      .flatMap(({ coins }) => coins?.[0]?.deposits[0]?.units ?? []),
  )

test('whatever the tree, the fees and the order: each level has exactly its shares, and winding down leaves nothing open', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 10, maxLength: 60 }), (events) => {
      const { book, topUps, run, check, match, mature, settle, none } = createRun()
      for (const event of events) {
        run(event)
        check()
      }
      for (const topUp of topUps) match(topUp)
      for (const topUp of topUps) mature(topUp)
      for (const name of names) for (const wallet of wallets) settle(name, wallet, none)
      check()
      for (const wallet of wallets) expect(book.total(`wallet.${wallet}.pending`)).toBe(0n)
      expect(openRefs(book)).toEqual(returnedUnits(topUps))
      const standing = topUps.filter(({ status }) => status !== 'reversed')
      const operator = standing.reduce((sum, { made }) => sum + made.operatorCents, 0n)
      expect(book.natural({ code: 'income.topup_fees' })).toBe(operator)
      const wires = standing.filter(({ coins }) => coins === null)
      const gross = wires.reduce((sum, { made }) => sum + made.grossCents, 0n)
      expect(book.natural({ code: 'bank.settlement' })).toBe(gross)
    }),
    { numRuns: 100 },
  )
})

test('all levels give back exactly what they were paid, when every top-up is reversed after anything', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 10, maxLength: 50 }), (events) => {
      const { book, topUps, run, check, reverse } = createRun()
      for (const event of events) run(event)
      for (const topUp of topUps) reverse(topUp)
      check()
      for (const code of ['income.topup_fees', 'income.spread', 'income.fx_result', 'bank.settlement'])
        expect([code, book.natural({ code })]).toEqual([code, 0n])
      for (const code of ['fx.units', 'fx.usd'])
        expect([code, book.natural({ code, asset })]).toEqual([code, 0n])
      expect(openRefs(book)).toEqual(returnedUnits(topUps))
    }),
    { numRuns: 100 },
  )
})
