import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { Queries } from '../../server/src/kernel/queries.ts'
import { pageValues, readPage, type PageOrder } from '../../server/src/ledger/check-pages.ts'
import { checkBook, checkBookPage, firstPage, type CheckPosition } from '../../server/src/ledger/checks.ts'
import { checksOfPage } from '../../server/src/ledger/checks.sql.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { sumNextPostings } from '../../server/src/ledger/reports.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'

/** The checks of the book read it in pages, so that no statement grows with it. */
let ledger: TestLedger
let company: string
let cards: string[]
const size = 7

const postRefund = async (ownerId: string) => {
  const id = ledger.ids.next()
  const journal = cardFeedJournal({
    event: { id, type: 'refund', amountCents: 5n },
    before: nothingFed,
    after: { floatingCents: 0n, settledCents: -5n },
    card: { ownerId, companyId: company },
    transactionId: id,
    effectiveAt: ledger.clock.now(),
  })
  if (!journal) throw new Error('A refund changes the book')
  const { outcome } = await ledger.post(journal)
  if (outcome !== 'posted') throw new Error(outcome)
}

beforeAll(async () => {
  ledger = await createTestLedger()
  company = ledger.ids.next()
  cards = Array.from({ length: 8 }, () => ledger.ids.next())
  await postOneLoad(ledger)
  for (let round = 0; round < 5; round += 1) await Promise.all(cards.map(postRefund))
  // These journals are in the daily totals, and those that follow are not.
  await ledger.owner.query(
    'update total_progress set wait_minutes = -60; update posting_bound set recorded_behind_minutes = 1',
  )
  await ledger.db.write(allTenants, (sql) => sumNextPostings(sql, 1000))
  await ledger.owner.query('analyze')
})
afterAll(() => ledger.end())

const read = <T>(use: (sql: Queries) => Promise<T>) => ledger.db.read(allTenants, use)

const pagesOf = (by: PageOrder) =>
  read(async (sql) => {
    const pages = [await readPage(sql, by, { from: null, size })]
    for (let to = pages[0]?.to ?? null; to;) {
      const next = await readPage(sql, by, { from: to, size })
      pages.push(next)
      to = next.to
    }
    return pages
  })

test('pages of journals have the given number of them, and every one is in one page', async () => {
  const { rows } = await ledger.owner.query<{ id: string }>('select id from journal order by id')
  const expected = rows.flatMap(({ id }, index) => (index > 0 && index % size === 0 ? [id] : []))
  const pages = await pagesOf('journals')
  expect(pages.map(({ to }) => to)).toEqual([...expected, null])
  expect(pages.map(({ from }) => from)).toEqual([null, ...expected])
})

test('pages of accounts are equal parts of all ids, as many as the accounts need', async () => {
  const accounts = await ledger.count('account')
  const pages = await pagesOf('accounts')
  expect(pages).toHaveLength(Math.ceil(accounts / size))
  expect(pages.slice(1).map(({ from }) => from)).toEqual(pages.slice(0, -1).map(({ to }) => to))
  expect(pages[0]?.from).toBeNull()
})

test('a busy book has no finding while its pages are read', async () => {
  const key = signingKeyOf(randomBytes(32).toString('base64'))
  const { db, signerDb, clock } = ledger
  const signer = createBlockSigner({ db, signerDb, clock, key })
  let isPosting = true
  const pay = async (card: string) => {
    for (let posted = 0; posted < 100; posted += 1) await postRefund(card)
  }
  const sign = async () => {
    while (isPosting) await signer.signNow()
  }
  const work = Promise.all([Promise.all(cards.map(pay)).finally(() => (isPosting = false)), sign()])
  const pages: CheckPosition[] = []
  do {
    for (let at: CheckPosition | null = firstPage; at;) {
      pages.push(at)
      const page = await read((sql) => checkBookPage(sql, at!, 100))
      expect(page.findings).toEqual([])
      at = page.next
    }
  } while (isPosting)
  await work
  expect(pages.length).toBeGreaterThan(checksOfPage.length)
  expect(await ledger.count('block')).toBeGreaterThan(0)
  expect(await read((sql) => checkBook(sql, 100))).toEqual([])
})

test('a page that is read again after more postings has the same result', async () => {
  const positions: CheckPosition[] = []
  for (let at: CheckPosition | null = firstPage; at;) {
    positions.push(at)
    const page = await read((sql) => checkBookPage(sql, at!, size))
    at = page.next
  }
  await Promise.all(cards.map(postRefund))
  for (const at of positions) expect((await read((sql) => checkBookPage(sql, at, size))).findings).toEqual([])
})

test.each(checksOfPage.filter(({ by }) => by !== 'whole'))(
  'a page of $by reads no table from its beginning to its end',
  async ({ by, text }) => {
    const [, page] = await pagesOf(by)
    if (!page) throw new Error('There is one page only')
    await ledger.owner.query(`begin; set local role cardamom_app; set local app.scope = 'all'`)
    // A table of few rows would be read whole. The queue has no index.
    await ledger.owner.query('set local enable_seqscan = off')
    const explained = await ledger.owner.query<{ 'QUERY PLAN': string }>(
      `explain ${text}`,
      pageValues(by, page) as unknown[],
    )
    await ledger.owner.query('rollback')
    const scanned = explained.rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
    expect(scanned.filter((table) => table !== 'unsigned_entry')).toEqual([])
    const plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(String(page.from))
  },
)
