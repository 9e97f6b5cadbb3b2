import { beforeEach, expect, test } from 'vitest'
import { guardedSet, guardedUpdate } from '../../server/src/kernel/guarded-update.ts'
import type { Plan, PlanOutcome } from '../../server/src/kernel/plan.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'
import { createAccountBook, type AccountBook } from '../../server/src/ledger/account-book.ts'
import { postingKind } from '../../server/src/ledger/kinds.ts'
import { preparePlan } from '../../server/src/ledger/prepared-plan.ts'
import { releaseBatch, settle, nextBatch, type WaitingPlan } from '../../server/src/ledger/waiting-plans.ts'

const effectiveAt = new Date('2026-11-20T15:00:00Z')
let book: AccountBook
let ids: number
let outcomes: PlanOutcome[]

beforeEach(() => {
  book = createAccountBook()
  ids = 0
  outcomes = []
})

const wait = (plan: Partial<Plan>): WaitingPlan => {
  const prepared = preparePlan(
    { journals: [], ...plan },
    {
      nextId: () => `j${(ids += 1)}`,
      realNow: () => effectiveAt,
      book,
      findKind: postingKind,
      expandEvents: () => ({ eventRows: [], jobRows: [] }),
    },
  )
  if ('outcome' in prepared) throw new Error(prepared.outcome)
  return {
    plan: prepared,
    resolve: (outcome) => outcomes.push(outcome),
    reject: () => undefined,
    followers: [],
  }
}
const onCard = (ownerId: string, id: string) => {
  const event = { id, type: 'authorisation', amountCents: 1n } as const
  const after = { floatingCents: 1n, settledCents: 0n }
  const card = { ownerId, companyId: 'k' }
  const journal = cardFeedJournal({ event, before: nothingFed, after, card, transactionId: id, effectiveAt })
  return wait({ journals: journal ? [journal] : [] })
}
const capital = (id: string, amountCents = 1n) =>
  wait({ journals: [capitalContributed({ id, amountCents, effectiveAt })] })

test('a lane gets its share, and additional plans for the same accounts', () => {
  const [a1, b1, a2, c1, a3] = [
    onCard('a', '1'),
    onCard('b', '2'),
    onCard('a', '3'),
    onCard('c', '4'),
    onCard('a', '5'),
  ]
  const queue = [a1, b1, a2, c1, a3]
  expect(nextBatch(queue, { lane: 1, share: 1, most: 512 })).toEqual([a1, a2, a3])
  expect(queue).toEqual([b1, c1])
  expect(nextBatch(queue, { lane: 2, share: 9, most: 512 })).toEqual([b1, c1])
})

test('a plan for accounts of another lane waits until that lane releases them', () => {
  const [first, second] = [onCard('a', '1'), onCard('a', '2')]
  const batch = nextBatch([first], { lane: 1, share: 1, most: 512 })
  const queue = [second]
  expect(nextBatch(queue, { lane: 2, share: 9, most: 512 })).toEqual([])
  releaseBatch(batch, 1)
  expect(nextBatch(queue, { lane: 2, share: 9, most: 512 })).toEqual([second])
})

test('no batch is larger than allowed', () => {
  const queue = ['1', '2', '3', '4'].map((id) => onCard('a', id))
  expect(nextBatch(queue, { lane: 1, share: 4, most: 3 })).toHaveLength(3)
  expect(queue).toHaveLength(1)
})

test('a repeated request follows the first one, another command waits', () => {
  const [first, same, other] = [capital('x'), capital('x'), capital('x', 2n)]
  const queue = [first, same, other]
  expect(nextBatch(queue, { lane: 1, share: 9, most: 512 })).toEqual([first])
  expect(queue).toEqual([other])
  settle(first, { outcome: 'posted', journalIds: ['j1'] })
  expect(outcomes).toEqual([
    { outcome: 'posted', journalIds: ['j1'] },
    { outcome: 'replayed', journalIds: ['j1'] },
  ])
})

test('a follower with a stored answer gets that answer, and every follower gets a refusal', () => {
  const fingerprint = Buffer.from([1])
  const answer = { principal: 'p', key: 'k', fingerprint, status: 201, body: '{}' }
  const [first, same] = [wait({ answer }), wait({ answer })]
  nextBatch([first, same], { lane: 1, share: 9, most: 512 })
  settle(first, { outcome: 'posted', journalIds: [] })
  expect(outcomes[1]).toEqual({ outcome: 'answered', status: 201, body: '{}' })
  const [third, fourth] = [capital('y'), capital('y')]
  nextBatch([third, fourth], { lane: 1, share: 9, most: 512 })
  settle(third, { outcome: 'account_closed', code: 'x' })
  expect(outcomes.slice(2)).toEqual([
    { outcome: 'account_closed', code: 'x' },
    { outcome: 'account_closed', code: 'x' },
  ])
})

test('plans that update the same row are not in one batch', () => {
  const update = guardedUpdate({
    table: 'load',
    id: 'r',
    from: { version: 1 },
    set: { version: 2 },
  })
  const [first, second] = [wait({ updates: [update] }), wait({ updates: [update] })]
  const queue = [first, second]
  expect(nextBatch(queue, { lane: 1, share: 9, most: 512 })).toEqual([first])
  expect(queue).toEqual([second])
})

test('a plan for a set of rows is in no batch with another change of its table', () => {
  const card = (id: string) =>
    wait({ updates: [guardedUpdate({ table: 'card', id, from: { version: 1 }, set: { version: 2 } })] })
  const set = (id: string) =>
    wait({ sets: [guardedSet({ table: 'card', where: { userId: id }, count: 1, set: { version: 2 } })] })
  const [one, every, two, others] = [card('1'), set('a'), card('2'), set('b')]
  const elsewhere = capital('x')
  const queue = [one, every, two, others, elsewhere]
  const next = () => nextBatch(queue, { lane: 1, share: 9, most: 512 })
  expect(next()).toEqual([one, two, elsewhere])
  expect(next()).toEqual([every])
  expect(next()).toEqual([others])
})

test('a guard needs its account as a leg does', () => {
  const guarded = wait({
    guards: [{ account: { code: 'card.available', ownerId: 'a', companyId: 'k' }, seq: 1n }],
  })
  const batch = nextBatch([onCard('a', '1')], { lane: 1, share: 1, most: 512 })
  const queue = [guarded]
  expect(nextBatch(queue, { lane: 2, share: 9, most: 512 })).toEqual([])
  releaseBatch(batch, 1)
  expect(nextBatch(queue, { lane: 2, share: 9, most: 512 })).toEqual([guarded])
})
