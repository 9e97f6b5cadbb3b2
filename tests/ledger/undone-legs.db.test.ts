import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createBatchByHand, leg, type BatchByHand } from '../trust/batch-by-hand.ts'

/** Batches with refused plans between accepted ones, on the same few accounts. */
let ledger: TestLedger
let app: pg.Client
let byHand: BatchByHand
beforeAll(async () => {
  ledger = await createTestLedger()
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

const counterpart = { code: 'issuer.allocated' }
const newCard = () => ({ code: 'card.available', ownerId: ledger.ids.next(), companyId: houseId })

/** A plan adds to its cards, twice to the first, and one that is refused also spends what the last does not have. */
const planOn = (cards: readonly ReturnType<typeof newCard>[], isRefused: boolean) => {
  const added = [...cards, ...cards.slice(0, 1)].flatMap((card) => [leg(card, 5n), leg(counterpart, -5n)])
  const spent = [leg(counterpart, 900_00n), leg(cards.at(-1) ?? newCard(), -900_00n)]
  return { journals: [byHand.capital([...added, ...(isRefused ? spent : [])])] }
}

test.each([
  ['the first and most plans', (number: number) => number % 7 !== 3],
  ['every second plan', (number: number) => number % 2 === 1],
  ['the last plans', (number: number) => number > 20],
  ['all plans', () => true],
])('the chains of accounts go on from the accepted legs when %s are refused', async (_, isRefused) => {
  const cards = Array.from({ length: 5 }, newCard)
  // Every plan has other cards than the one before it, and a card comes again after some plans.
  const cardsOf = (number: number) => cards.filter((__, ordinal) => (number + ordinal) % 3 !== 0)
  const numbers = Array.from({ length: 30 }, (__, number) => number)
  // A batch before this one: heads that are older than the batch.
  expect(await byHand.call(byHand.encode(planOn(cards, false)))).toEqual([])
  const answers = await byHand.call(
    byHand.encode(...numbers.map((number) => planOn(cardsOf(number), isRefused(number)))),
  )
  expect(answers).toHaveLength(numbers.filter(isRefused).length)
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['insufficient_funds']))
  const accepted = numbers.filter((number) => !isRefused(number)).map(cardsOf)
  for (const card of cards) {
    const times = [cards, ...accepted].flatMap((of) => [...of, ...of.slice(0, 1)])
    const { rows } = await ledger.owner.query('select balance, seq from account where id = $1', [
      accountId(card),
    ])
    const count = BigInt(times.filter((each) => each === card).length)
    expect(rows).toEqual([{ balance: count * 5n, seq: count }])
  }
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
})
