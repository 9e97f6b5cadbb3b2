import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { createClock } from '../../server/src/kernel/clock.ts'
import { allTenants, openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createOutbox } from '../../server/src/kernel/outbox.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { readBookCut } from '../../server/src/ledger/book-cut.sql.ts'
import { checkBookPage, firstPage, type CheckPosition } from '../../server/src/ledger/checks.ts'
import { createPoster } from '../../server/src/ledger/poster.ts'
import { proveEntry } from '../../server/src/ledger/proof.ts'
import {
  readAged,
  readStatement,
  readTrialBalance,
  sumNextPostings,
} from '../../server/src/ledger/reports.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { freePort } from '../support/shared-postgres.ts'
import { testRoles, testRoleUrls } from '../support/test-roles.ts'
import { createFeed, type LoadCard } from './poster-load.ts'

const callers = 64
const cardCount = 20_000
const dayMs = 86_400_000
/**
 * The book's journals are effective one after the other within a year, the last of ten million a day ago, and
 * those of the measurements after it at the same instant.
 */
const [yearMs, mostJournals] = [365 * dayMs, 10_000_000]
/** Journals that are posted and signed for a measurement. */
const measuredJournals = 60_000
const journalsBetweenBlocks = 100_000
const samples = 20

const sizes = [100_000, 1_000_000, mostJournals]
const wanted = Number(process.env['BOOK_JOURNALS'] ?? mostJournals)
const dir = process.env['BOOK_DIR'] ?? join(import.meta.dirname, '../../.data-book')

const say = (text: string) => process.stdout.write(`${text}\n`)
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))
const middle = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
const secondsOf = async (use: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await use()
  return (performance.now() - startedMs) / 1000
}

/** The signing key stays with the book, so that its chain goes on. */
const keyOf = (folder: string) => {
  const file = join(folder, 'signing.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  return signingKeyOf(readFileSync(file, 'utf8'))
}

const openBook = async () => {
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, 0o755)
  const postgres = await startEmbeddedPostgres({ dir, port: await freePort() })
  const { ownerUrl } = postgres
  await migrate({ ownerUrl, sourceDir: join(import.meta.dirname, '../../server/src'), roles: testRoles() })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  // Nobody else posts here, so the totals may have the newest journals too.
  await owner.query(`update total_progress set wait_minutes = -60`)
  const open = (url: string, connections: number): Database =>
    openDatabase({ url, connections, kind: 'copy', onIdleError: () => undefined })
  const urls = testRoleUrls(ownerUrl)
  const [db, signerDb] = [open(urls.appUrl, 8), open(urls.signerUrl, 2)]
  const clock = createClock()
  const ids = createIds(() => clock.realNow().getTime())
  const poster = createPoster({
    pool: db.pool,
    ids,
    clock,
    expandEvents: createOutbox({ ids, clock }).expand,
  })
  const key = keyOf(dir)
  const signer = createBlockSigner({ db, signerDb, clock, key })
  const close = async () => {
    await poster.close()
    await db.close()
    await signerDb.close()
    await owner.end()
    await postgres.stop()
  }
  return { db, owner, clock, ids, poster, key, signer, close }
}
type Book = Awaited<ReturnType<typeof openBook>>

/** The cards of the book; those of an earlier run are found again. */
const openCards = async (book: Book): Promise<LoadCard[]> => {
  const { rows } = await book.owner.query<LoadCard>(
    `select owner_id as "ownerId", company_id as "companyId" from account where code = 'card.available'`,
  )
  const companyId = rows[0]?.companyId ?? book.ids.next()
  const cards = [...rows]
  const feed = createFeed(book)
  const effectiveAt = new Date(book.clock.now().getTime() - yearMs)
  const open = async () => {
    while (cards.length < cardCount) {
      const card = { ownerId: book.ids.next(), companyId }
      cards.push(card)
      const money = { type: 'refund', amountCents: 1_000_000_00n, effectiveAt } as const
      const { outcome } = await book.poster.apply({ journals: [feed(card, money)] })
      if (outcome !== 'posted') throw new Error(outcome)
    }
  }
  await Promise.all(Array.from({ length: callers }, open))
  return cards
}

const countJournals = async (book: Book): Promise<number> =>
  Number((await book.owner.query<{ count: bigint }>('select count(*) from journal')).rows[0]?.count)

/** Posts journals up to a size and returns the journals per second. */
const post = async (book: Book, cards: readonly LoadCard[], of: { from: number; to: number }) => {
  const feed = createFeed(book)
  const startMs = book.clock.now().getTime() - yearMs - dayMs
  let next = of.from
  const call = async () => {
    while (next < of.to) {
      next += 1
      const effectiveAt = new Date(startMs + Math.floor(Math.min(next / mostJournals, 1) * yearMs))
      const card = cards[Math.floor(Math.random() * cards.length)]!
      const event = { type: 'authorisation', amountCents: 1n, effectiveAt } as const
      const { outcome } = await book.poster.apply({ journals: [feed(card, event)] })
      if (outcome !== 'posted') throw new Error(outcome)
    }
  }
  const seconds = await secondsOf(() => Promise.all(Array.from({ length: callers }, call)))
  return (of.to - of.from) / seconds
}

/** Signs the queue and returns the entries per second. */
const sign = async (book: Book): Promise<number> => {
  const before = process.hrtime.bigint()
  const blocks = await book.signer.signNow()
  const entries = blocks.reduce(
    (sum, { firstNumber, lastNumber }) => sum + Number(lastNumber - firstNumber) + 1,
    0,
  )
  return entries / (Number(process.hrtime.bigint() - before) / 1e9)
}

const sumAll = async (book: Book) => {
  while (await book.db.write(allTenants, (sql) => sumNextPostings(sql, 20_000))) continue
}

const fill = async (book: Book, cards: readonly LoadCard[], to: number) => {
  let have = await countJournals(book)
  while (have < to) {
    const next = Math.min(to, have + journalsBetweenBlocks)
    const perSecond = await post(book, cards, { from: have, to: next })
    await sign(book)
    await sumAll(book)
    have = next
    say(`${have} journals, ${Math.round(perSecond)}/s`)
  }
}

/** Checks the book as the daily job does, a page at a time. */
const checkPages = async (book: Book): Promise<{ findings: number; longestS: number }> => {
  let [findings, longestS] = [0, 0]
  for (let at: CheckPosition | null = firstPage; at;) {
    const from: CheckPosition = at
    let page: Awaited<ReturnType<typeof checkBookPage>> = { findings: [], next: null }
    const seconds = await secondsOf(async () => {
      page = await book.db.read(allTenants, (sql) => checkBookPage(sql, from))
    })
    longestS = Math.max(longestS, seconds)
    findings += page.findings.length
    at = page.next
  }
  return { findings, longestS }
}

const sampled = async (use: (sample: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample += 1) times.push(await secondsOf(() => use(sample)))
  return middle(times) * 1000
}

const measure = async (book: Book, cards: readonly LoadCard[], size: number) => {
  const read = <T>(use: (sql: Queries) => Promise<T>) => book.db.read(allTenants, use)
  await book.owner.query('vacuum analyze')
  await book.owner.query('checkpoint')
  // A run that goes on begins with empty caches.
  const start = await countJournals(book)
  const from = start + measuredJournals
  await post(book, cards, { from: start, to: from })
  await sign(book)
  const postedSince = new Date()
  const perSecond = await post(book, cards, { from, to: from + measuredJournals })
  const signedPerSecond = await sign(book)
  await sumAll(book)
  let checked = { findings: 0, longestS: 0 }
  let blockFindings = 0
  const bookS = await secondsOf(async () => (checked = await checkPages(book)))
  const blocksS = await secondsOf(async () => {
    blockFindings = (await read((sql) => checkBlocks(sql, book.key.publicKeyPem))).length
  })
  const { rows: signed } = await book.owner.query<{ id: string }>(
    `select id from signed_entry where kind = 'j' and number = any (array(
      select (1 + random() * (select max(number) - 1 from signed_entry))::int8 from generate_series(1, ${samples})))`,
  )
  const proveMs = await sampled((sample) => {
    const { id } = signed[sample % signed.length]!
    return read((sql) => proveEntry(sql, { id, reader: {}, publicKey: book.key.publicKeyPem }))
  })
  const trialNowMs = await sampled(() => read((sql) => readTrialBalance(sql)))
  const startMs = book.clock.now().getTime() - yearMs - dayMs
  const spanMs = Math.min(from / mostJournals, 1) * yearMs
  const at = (part: number) => new Date(startMs + Math.floor(spanMs * part))
  const trialAsOfMs = await sampled((sample) =>
    read((sql) => readTrialBalance(sql, at((sample + 0.5) / samples))),
  )
  const statementMs = await sampled(() => {
    const card = cards[Math.floor(Math.random() * cards.length)]!
    return read((sql) => readStatement(sql, { account: { code: 'card.available', ...card }, limit: 50 }))
  })
  // The comparison with the issuer reads the journals of the last minute: here as many as were posted for the rate.
  const cutMs = await sampled(() => read((sql) => readBookCut(sql, postedSince)))
  const agedMs = await sampled(() => read((sql) => readAged(sql, book.clock.now())))
  const { rows: space } = await book.owner.query<{ bytes: bigint }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const millions = (from + measuredJournals) / 1e6
  const figures = {
    journals: size,
    postPerSecond: Math.round(perSecond),
    signPerSecond: Math.round(signedPerSecond),
    verifyPerMillionS: rounded((bookS + blocksS) / millions, 1),
    checksPerMillionS: rounded(bookS / millions, 1),
    longestPageS: rounded(checked.longestS),
    proveMs: rounded(proveMs, 1),
    trialNowMs: rounded(trialNowMs, 1),
    trialAsOfMs: rounded(trialAsOfMs, 1),
    statementMs: rounded(statementMs, 1),
    cutMs: rounded(cutMs, 1),
    agedMs: rounded(agedMs, 1),
    bytesPerJournal: Math.round(Number(space[0]?.bytes) / (from + measuredJournals)),
    findings: checked.findings + blockFindings,
  }
  say(JSON.stringify(figures))
  return figures
}

type Figures = Awaited<ReturnType<typeof measure>>
const resultsFile = join(dir, 'results.json')
/** The figures of the sizes that an earlier run has measured. */
const readResults = (): Figures[] =>
  existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Figures[]) : []

/**
 * Makes a book of ten million journals in `.data-book` (BOOK_DIR), by the poster, with blocks and totals, and measures
 * at 0.1, 1 and 10 million. A run that was stopped goes on where it was. BOOK_JOURNALS is the largest size.
 * Remove the folder to begin again.
 */
export const run = async (): Promise<object> => {
  const book = await openBook()
  try {
    const cards = await openCards(book)
    await sign(book)
    const results = readResults()
    for (const size of sizes.filter((each) => each <= wanted)) {
      if (results.some(({ journals }) => journals === size)) continue
      await fill(book, cards, size)
      results.push(await measure(book, cards, size))
      writeFileSync(resultsFile, JSON.stringify(results))
    }
    const [first, last] = [results[0], results.at(-1)]
    if (!first || !last) throw new Error(`BOOK_JOURNALS is at least ${sizes[0]}`)
    return {
      name: 'book',
      journals: last.journals,
      postFlat: rounded(last.postPerSecond / first.postPerSecond),
      sealFlat: rounded(last.signPerSecond / first.signPerSecond),
      verifyPerMillionS: last.verifyPerMillionS,
      proveMs: last.proveMs,
      trialAsOfMs: last.trialAsOfMs,
      bytesPerJournal: last.bytesPerJournal,
      findings: results.reduce((sum, { findings }) => sum + findings, 0),
    }
  } finally {
    await book.close()
  }
}
