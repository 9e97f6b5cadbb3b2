import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { Queries } from '../../server/src/kernel/queries.ts'
import { reassignAccounts, setAllowance } from '../../server/src/ledger/accounts.ts'
import { blockBytes, blockHash } from '../../server/src/ledger/block.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { blockFileName, exportBlocks } from '../../server/src/ledger/block-file.ts'
import { compareFile } from '../../server/src/ledger/block-file-checks.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { readBlock, readBlocks } from '../../server/src/ledger/blocks.sql.ts'
import { checkCatalogue } from '../../server/src/ledger/catalogue-checks.ts'
import { checkBook, type Finding } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { sumNextPostings } from '../../server/src/ledger/reports.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'
import { allowOwnLegs } from '../support/any-legs.ts'
import { wholeChanges } from './tampered-facts.ts'
import { changes } from './tampered-rows.ts'
import { postOneLoad, type OneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { capitalContributed, issuerFunded } from '../../server/src/treasury/treasury-postings.ts'

/**
 * Changes that a person with all rights makes in the database, without the triggers of the history. Each is
 * found by a check whose finding names what was changed.
 */
let ledger: TestLedger
let load: OneLoad
const folder = mkdtempSync(join(tmpdir(), 'tampering-'))
const file = join(folder, blockFileName)
const key = signingKeyOf(randomBytes(32).toString('base64'))
const at = new Date('2026-11-20T15:00:00Z')
const blocks = {
  blockAt: (height: bigint) => ledger.db.read(allTenants, (sql) => readBlock(sql, height)),
  blocksAbove: (above: bigint) => ledger.db.read(allTenants, (sql) => readBlocks(sql, { above, limit: 2 })),
}

const sign = () =>
  createBlockSigner({ db: ledger.db, signerDb: ledger.signerDb, clock: ledger.clock, key }).signNow()
const postFunding = () => {
  const event = { eventId: ledger.ids.next(), recordId: ledger.ids.next(), fundingId: null }
  return ledger.post(issuerFunded({ ...event, amountCents: 1n, effectiveAt: at }))
}
/** A shop charges more than the card has: each time a break is opened. */
const overdraw = async (amountCents: bigint) => {
  const id = ledger.ids.next()
  const journal = cardFeedJournal({
    event: { id, type: 'clearing', amountCents },
    before: nothingFed,
    after: { floatingCents: 0n, settledCents: amountCents },
    card: load.card,
    transactionId: id,
    effectiveAt: at,
  })
  return journal && ledger.post(journal)
}

beforeAll(async () => {
  ledger = await createTestLedger()
  load = await postOneLoad(ledger)
  await allowOwnLegs(ledger.ownerUrl)
  const detail = { actor: ledger.ids.next(), reason: 'Start', metadata: { proposedBy: 'the owners' } }
  await ledger.post(capitalContributed({ id: ledger.ids.next(), amountCents: 5n, effectiveAt: at, detail }))
  await sign()
  await overdraw(1_000n)
  await overdraw(50n)
  const allowance = { ...load.norte, allowanceCents: 500n, at }
  await ledger.owner.query(
    `insert into balance_allowance (id, company_id, allowance_cents, changed_at, changed_by, reason)
     values ($1, $2, 500, $3, $1, 'Start')`,
    [ledger.ids.next(), load.norte.ownerId, at],
  )
  await ledger.accountsDb.write(allTenants, (sql) => setAllowance(sql, allowance))
  await ledger.accountsDb.write(allTenants, (sql) =>
    reassignAccounts(sql, { ownerId: load.card.ownerId, companyId: load.norte.ownerId, at }),
  )
  await sign()
  await ledger.owner.query(
    'update total_progress set wait_minutes = -60; update posting_bound set recorded_behind_minutes = 1',
  )
  expect(await ledger.db.write(allTenants, (sql) => sumNextPostings(sql, 1000))).toBe(false)
  await postFunding()
  await sign()
  expect(await exportBlocks(file, blocks)).toBe(true)
  // One journal waits for the next block.
  await postFunding()
  // The number of pages of accounts, their changes and days follows from the rows that the statistics have.
  await ledger.owner.query('analyze account, account_change, posting')
})
afterAll(async () => {
  await ledger.end()
  rmSync(folder, { recursive: true, force: true })
})

const textOf = ({ check, subject, detail }: Finding) => `${check} ${subject}: ${detail}`

/** The checks of the book find the same in pages of one journal, where every chain goes over their borders. */
const bookFindings = async (sql: Queries): Promise<Finding[]> => {
  const found = await checkBook(sql)
  const inPages = await checkBook(sql, 1)
  expect(inPages.map(textOf).toSorted()).toEqual(found.map(textOf).toSorted())
  return found
}

const findingsOf = async (sql: Queries, exported: string): Promise<string[]> =>
  [
    ...(await bookFindings(sql)),
    ...(await checkCatalogue(sql)),
    ...(await checkBlocks(sql, key.publicKeyPem)),
    ...(await compareFile(sql, exported)),
  ].map(textOf)

/** Runs the changes in a transaction without triggers, and returns what the checks find before it is undone. */
const findingsAfter = async (
  change: string | ((sql: Queries) => Promise<void>),
  exported = file,
): Promise<string[]> => {
  await ledger.owner.query(`begin; set local session_replication_role = replica; set local app.scope = 'all'`)
  try {
    const sql = new Queries({ query: (statement) => ledger.owner.query(statement) })
    if (typeof change === 'string') await ledger.owner.query(change)
    else await change(sql)
    return await findingsOf(sql, exported)
  } finally {
    await ledger.owner.query('rollback')
  }
}

test('nothing is found in a book that nobody changed', async () => {
  expect(await findingsAfter('select 1')).toEqual([])
  expect(await ledger.count('unsigned_entry')).toBe(1)
  expect(await ledger.count('ledger_break')).toBe(2)
  expect(await ledger.count('block')).toBe(3)
})

/** Replaces queries in an expected text by what they find now. */
const withIds = async (text: string): Promise<string> => {
  const query = /\(select .*\)/.exec(text)?.[0]
  if (!query) return text
  const { rows } = await ledger.owner.query<{ id: string }>(`select ${query} as id`)
  return text.replace(query, rows[0]?.id ?? 'unknown')
}

test.each(Object.entries({ ...changes, ...wholeChanges }))(
  '%s: found',
  async (_name, [statement, ...expected]) => {
    const before = await Promise.all(
      expected.map((text) => withIds(text.replace(`'load.undone'`, `'load.accepted'`))),
    )
    const findings = await findingsAfter(statement)
    for (const text of before) expect(findings.join('\n')).toContain(text)
  },
)

test('a removed end of the chain is found by nothing but the exported file', async () => {
  const [statement] =
    changes['the last block and all that it covers are removed, and the heads are put right']!
  const findings = await findingsAfter(statement)
  expect(findings.filter((each) => !each.startsWith('exported_file'))).toEqual([])
})

test('a block that is signed again with another key is found', async () => {
  const other = signingKeyOf(randomBytes(32).toString('base64'))
  const findings = await findingsAfter(async (sql) => {
    const block = await readBlock(sql, 3n)
    if (!block) throw new Error('There is no block 3')
    const changed = { ...block, signedAt: at }
    await sql.run('update block set signed_at = $1, hash = $2, signature = $3 where height = 3', [
      changed.signedAt,
      blockHash(changed),
      other.sign(blockBytes(changed)),
    ])
  })
  expect(findings).toEqual([
    expect.stringContaining('block 3: is not signed by this key'),
    'exported_file block 3: is another block in the exported file',
  ])
})

test('an exported file that was cut, changed or shortened is found, and not continued', async () => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const other = join(folder, 'other.jsonl')
  const compared = async (text: string) => {
    writeFileSync(other, text)
    return findingsAfter('select 1', other)
  }
  expect(await compared(`${lines.slice(0, 2).join('\n')}\n`)).toEqual([
    'exported_file file: ends at block 2, the ledger at block 3',
  ])
  expect(await compared(`${lines[0]}\n${lines[2]}\n`)).toEqual([
    'exported_file line 2: has block 3 after block 1',
  ])
  expect(await compared(`${lines.join('\n').slice(0, -20)}`)).toContain(
    'exported_file line 3: is not a block, or is incomplete',
  )
  const changed = lines.join('\n').replace(/\\n(\d{4})-/, String.raw`\n1999-`)
  expect(await compared(`${changed}\n`)).toEqual([
    'exported_file block 1: is another block in the exported file',
  ])
  // A crash left a part of a line: it is removed, and the missing blocks are appended.
  writeFileSync(other, `${lines[0]}\n${lines[1]?.slice(0, 30)}`)
  expect(await exportBlocks(other, blocks)).toBe(true)
  expect(readFileSync(other, 'utf8')).toBe(readFileSync(file, 'utf8'))
  // A file that ends with a block of another ledger stays as it is.
  const foreign = `${lines[0]?.replace(/\\n(\d{4})-/, String.raw`\n1999-`)}\n`
  writeFileSync(other, foreign)
  expect(await exportBlocks(other, blocks)).toBe(false)
  expect(readFileSync(other, 'utf8')).toBe(foreign)
})

/** What the comparison with this file finds. */
const compared = (text: string) => {
  const other = join(folder, 'compared.jsonl')
  writeFileSync(other, text)
  return ledger.db.read(allTenants, async (sql) => (await compareFile(sql, other)).map(textOf))
}

test('a line of the exported file that is longer than the memory is found, and not read', async () => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const found = ['exported_file line 2: is longer than 16384 bytes; it and what follows was not compared']
  expect(await compared([lines[0], 'x'.repeat(16_384), ...lines.slice(1), ''].join('\n'))).toEqual(found)
  const long = join(folder, 'long.jsonl')
  writeFileSync(long, `${lines[0]}\n`)
  truncateSync(long, 2 ** 31)
  expect((await ledger.db.read(allTenants, (sql) => compareFile(sql, long))).map(textOf)).toEqual(found)
  expect(await exportBlocks(long, blocks)).toBe(false)
  expect(statSync(long).size).toBe(2 ** 31)
})

test('an exported file with any number of wrong lines has a thousand findings', async () => {
  const found = await compared('\n'.repeat(5000))
  expect(found).toHaveLength(1001)
  expect(found.at(-1)).toBe(
    'exported_file line 1001: follows 1000 findings; it and what follows was not compared',
  )
})

test('a line of the exported file is as an export writes it', async () => {
  const [first = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const signature = /"signature":"\w+"/.exec(first)?.[0] ?? ''
  const others = [
    first.replace('{', '{"block":"another",'),
    first.replace(signature, `${signature},${signature}`),
    first.replace('}', ',"note":1}'),
    first.replace(':', ': '),
    `${first}\r`,
    first.replace('cardamom', String.raw`\u0063ardamom`),
  ]
  for (const other of others) {
    expect(other).not.toBe(first)
    expect(await compared([other, ...rest, ''].join('\n'))).toContain(
      'exported_file line 1: is not a block, or is incomplete',
    )
  }
  // After such a line nothing is appended.
  const last = join(folder, 'last.jsonl')
  for (const other of [...others, '']) {
    writeFileSync(last, `${other}\n`)
    expect(await exportBlocks(last, blocks)).toBe(false)
  }
})
