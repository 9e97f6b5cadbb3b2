import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { Queries } from '../../server/src/kernel/queries.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { issuerFunded } from '../../server/src/treasury/treasury-postings.ts'
import { checkBlocks, checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { holds, proveJournal } from '../../server/src/ledger/proof.ts'
import { createBlockSigner, type BlockSigner } from '../../server/src/ledger/block-signer.ts'
import { readBlocks } from '../../server/src/ledger/blocks.sql.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'

let ledger: TestLedger
let blockSigner: BlockSigner
const key = signingKeyOf(randomBytes(32).toString('base64'))
const at = new Date('2026-11-20T15:00:00Z')
const read = <T>(use: (sql: Queries) => Promise<T>) => ledger.db.read(allTenants, use)

beforeAll(async () => {
  ledger = await createTestLedger()
  blockSigner = createBlockSigner({ db: ledger.db, clock: ledger.clock, key })
  await postOneLoad(ledger)
})
afterAll(() => ledger.end())

const broken = async (statement: string, values: unknown[] = []) => {
  await ledger.owner.query('begin')
  try {
    for (const table of ['posting', 'journal', 'account', 'wallet_line', 'block']) {
      await ledger.owner.query(`alter table ${table} disable trigger all`)
    }
    await ledger.owner.query(statement, values)
    await ledger.owner.query(`set local app.scope = 'all'`)
    const sql = new Queries({ query: (statement) => ledger.owner.query(statement) })
    const findings = [...(await checkBook(sql)), ...(await checkBlocks(sql, key.publicKeyPem))]
    return [...new Set(findings.map((each) => each.check))].toSorted()
  } finally {
    await ledger.owner.query('rollback')
  }
}

/** Signs until blocks cover so many leaves: transactions of other databases of this server may still run. */
const signed = async (leaves: bigint) => {
  let sum = 0n
  for (let tries = 0; sum < leaves && tries < 200; tries += 1) {
    for (const block of await blockSigner.signNow()) sum += block.leaves
    if (sum < leaves) await pause(20)
  }
  return sum
}
const postOne = () => {
  const event = { eventId: ledger.ids.next(), recordId: ledger.ids.next(), fundingId: null }
  return ledger.post(issuerFunded({ ...event, amountCents: 1n, effectiveAt: at }))
}

test('every committed journal is signed once, and every block is valid', async () => {
  expect(await signed(5n)).toBe(5n)
  expect(await blockSigner.signNow()).toEqual([])
  await postOne()
  expect(await signed(1n)).toBe(1n)
  expect(await read((sql) => checkBlocks(sql, key.publicKeyPem))).toEqual([])
  const blocks = await read((sql) => readBlocks(sql, 'journal'))
  expect(blocks.map(({ height }) => height)).toEqual(blocks.map((_, index) => BigInt(index + 1)))
  const other = signingKeyOf(randomBytes(32).toString('base64'))
  expect(await read((sql) => checkBlocks(sql, other.publicKeyPem))).toHaveLength(blocks.length)
})

test('a running transaction is not signed yet, and not skipped later', async () => {
  await ledger.owner.query('begin')
  await ledger.owner.query('select pg_current_xact_id()')
  await postOne()
  expect(await blockSigner.signNow()).toEqual([])
  await ledger.owner.query('commit')
  expect(await signed(1n)).toBe(1n)
})

test('a journal is proved to anyone who has the public key', async () => {
  const { id } = await read((sql) =>
    sql.one<{ id: string }>(`select id from journal where kind = 'load.accepted'`),
  )
  const proof = await read((sql) => proveJournal(sql, { journalId: id, publicKey: key.publicKeyPem }))
  expect(proof && holds(proof, key.publicKeyPem)).toBe(true)
  const { signedAt, ...fields } = proof?.block ?? {}
  const earlier = { ...fields, sealedAt: signedAt ?? '' }
  expect(
    proof && holds({ ...proof, block: earlier }, key.publicKeyPem),
    'a proof of an earlier version',
  ).toBe(true)
  expect(proof && holds({ ...proof, leaf: proof.leaf.replace('970', '971') }, key.publicKeyPem)).toBe(false)
  expect(proof && holds({ ...proof, index: proof.index + 1 }, key.publicKeyPem)).toBe(false)
  const other = signingKeyOf(randomBytes(32).toString('base64'))
  expect(proof && holds(proof, other.publicKeyPem)).toBe(false)
})

test.each<[string, string, string[]]>([
  [
    'an amount',
    'update posting set amount = amount + 1 where amount = 970',
    ['block', 'chain_unbroken', 'journal_balances', 'reference_is_its_postings', 'twin_rule'],
  ],
  [
    'a hash',
    'update posting set hash = sha256(hash) where amount = 970',
    ['account_is_its_last_posting', 'block', 'chain_unbroken'],
  ],
  [
    'a balance',
    `update account set balance = balance + 1 where code = 'card.available'`,
    ['account_is_its_last_posting', 'cards_are_covered', 'currency_sum'],
  ],
  [
    'a posting that is gone',
    'delete from posting where amount = 13',
    [
      'account_is_its_last_posting',
      'block',
      'chain_unbroken',
      'journal_balances',
      'reference_is_its_postings',
    ],
  ],
  ['a kind', `update journal set kind = 'load.undone' where kind = 'load.accepted'`, ['block']],
  ['a wallet line', 'update wallet_line set pending_after = 14', ['wallet_is_its_last_line']],
  [
    'a wallet line that is gone',
    'delete from wallet_line',
    ['wallet_is_its_last_line', 'wallet_line_for_each_journal'],
  ],
  ['a reference', 'update ref_balance set balance = balance + 1', ['reference_is_its_postings']],
  ['a floor', `update account set floor = 99999 where code = 'card.available'`, ['floor_held']],
  ['a block', 'update block set leaves = leaves + 1 where height = 1', ['block']],
  ['a block that is gone', 'delete from block where height = 1', ['block']],
  [
    'an account that is gone',
    `delete from account where code = 'card.available'`,
    ['cards_are_covered', 'currency_sum', 'journal_balances', 'posting_has_account_and_journal', 'twin_rule'],
  ],
  [
    'a journal that is gone',
    `delete from journal where kind = 'load.credited'`,
    ['block', 'posting_has_account_and_journal'],
  ],
  [
    'a journal without legs',
    `delete from posting where journal_id in (
       select id from journal where kind in ('issuer.transfer_started', 'load.credited'))`,
    [
      'account_is_its_last_posting',
      'block',
      'chain_unbroken',
      'journal_has_legs',
      'reference_is_its_postings',
    ],
  ],
])('%s is found', async (_name, statement, expected) => {
  expect(await broken(statement)).toEqual(expected)
})
