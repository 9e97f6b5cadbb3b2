import { spawnSync } from 'node:child_process'
import { createPublicKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireOf } from '@cardamom/contract/endpoint'
import {
  accountCodes,
  type getLedgerAccount,
  type listLedgerAccounts,
  type readTrialBalance,
} from '@cardamom/contract/reports/ledger-accounts'
import {
  journalKinds,
  type getJournal,
  type listLedgerPostings,
  type proveJournal,
  type searchLedger,
} from '@cardamom/contract/reports/ledger-journals'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { createBlockSigner } from '../ledger/block-signer.ts'
import { chart } from '../ledger/chart.ts'
import { kinds } from '../ledger/kinds.ts'
import { signingKeyOf } from '../ledger/signing-key.ts'
import { kindOf } from './ledger-view.ts'
import { createWalletBook } from '../wallets/wallet-book.test-kit.ts'

const seed = randomBytes(32).toString('base64')
const key = signingKeyOf(seed)
const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
const dayMs = 86_400_000

let product: PeopleProduct
let owner: pg.Client
let [norte, sur, loadId] = ['', '', '']
let boss: AdminPerson
let viewer: AdminPerson

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off', LEDGER_SIGNING_KEY: seed } })
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  norte = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  sur = await makeCompany(product, { slug: 'sur', name: 'Sur', visibleToAdm: false })
  boss = await makeAdmin(product, { name: 'boss', roleId: 6 })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  const book = createWalletBook(product)
  const old = new Date(product.kernel.clock.now().getTime() - 3 * dayMs)
  const of = (id: string) => ({ ownerId: id, companyId: id })
  await book.change(of(norte), { available: 12_345n }, { at: old })
  await book.change(of(norte), { available: -345n })
  await book.change(of(sur), { available: 700n })
  loadId = await book.acceptLoad({
    shares: [
      { ...of(norte), ownerKind: 'company', cents: 500n },
      { ...of(sur), ownerKind: 'company', cents: 300n },
    ],
  })
}, 90_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await owner.end()
  await product.stop()
})

const read = async <T>(by: AdminPerson, path: string): Promise<T> =>
  (await by.browser.get<T>(path)).body.data as T
const codeOf = async (by: AdminPerson, path: string) => (await by.browser.get(path)).body.code
const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await owner.query<T>(text, values)).rows
const centsOf = (text: string): bigint => BigInt(text.replace('.', ''))
const walletOf = async (companyId: string, bucket = 'available') => {
  const [found] = await rows<{ id: string }>(`select id from account where owner_id = $1 and code = $2`, [
    companyId,
    `wallet.regular.${bucket}`,
  ])
  return found?.id ?? ''
}
const journalOfLoad = async () =>
  (await rows<{ id: string }>(`select id from journal where kind = 'load.accepted'`))[0]?.id ?? ''
type Accounts = WireOf<typeof listLedgerAccounts>
type Postings = WireOf<typeof listLedgerPostings>

test('every account of the chart and every kind of journal has a name', () => {
  const named = (text: string) => text.replaceAll('.', '_')
  expect(new Set(chart.map(({ code }) => named(code)))).toEqual(
    new Set(accountCodes.filter((code) => code !== 'other')),
  )
  const kindNames = kinds.map(({ kind }) => kindOf(kind))
  expect([...kindNames, 'other'].toSorted()).toEqual(journalKinds.toSorted())
})

test('the trial balance is the sum of all postings, now and as of a past day, and it balances', async () => {
  const now = product.kernel.clock.now()
  for (const at of [null, new Date(now.getTime() - dayMs)]) {
    const query = at === null ? '' : `?at=${at.toISOString()}`
    const found = await read<WireOf<typeof readTrialBalance>>(boss, `/ledger/trial-balance${query}`)
    const sums = await rows<{ account: string; asset: string | null; natural: string }>(
      `select a.code as account, a.asset, sum(case when a.side = 'D' then -p.amount else p.amount end)::text as natural
       from posting p join account a on a.id = p.account_id where $1::timestamptz is null or p.effective_at <= $1
       group by 1, 2 order by 1, 2 nulls first`,
      [at],
    )
    const shown = found.lines.filter(({ currency }) => currency === 'USD')
    const expected = sums.filter(({ account, asset }) => asset === null || account === 'fx.usd')
    expect(shown.map((line) => [line.account, line.asset, centsOf(line.balance)])).toEqual(
      expected.map(({ account, asset, natural }) => [account, asset, BigInt(natural)]),
    )
    expect(found.isWhole).toBe(true)
    expect(found.checks.every(({ isBalanced }) => isBalanced)).toBe(true)
    const usd = found.checks.find(({ currency }) => currency === 'USD')
    expect(usd).toMatchObject(
      at === null ? { difference: '0.00' } : { liabilities: '123.45', assets: '123.45' },
    )
  }
  const part = await read<WireOf<typeof readTrialBalance>>(viewer, '/ledger/trial-balance')
  expect(part).toMatchObject({ isWhole: false, checks: [] })
  const available = part.lines.find(({ code }) => code === 'wallet_regular_available')
  expect(available).toMatchObject({ balance: '120.00', accounts: 1 })
  expect(part.lines.some(({ account }) => account === 'bank.settlement')).toBe(false)
  const past = `/ledger/trial-balance?at=${now.toISOString()}`
  expect(await codeOf(viewer, past)).toBe('whole_ledger_only')
})

test('accounts are listed by code, filtered, and found by the name of their owner and by any id', async () => {
  const listed = async (by: AdminPerson, query = '') =>
    (await read<Accounts>(by, `/ledger/accounts?limit=200${query}`)).items
  const all = await rows<{ id: string }>('select id from account order by code, id')
  expect((await listed(boss)).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  const wallet = await walletOf(norte)
  expect(await listed(boss, '&q=Norte&code=wallet_regular_available')).toMatchObject([
    { id: wallet, ownerKind: 'company', ownerName: 'Norte', balance: '120.00', floor: '0.00', state: 'open' },
  ])
  for (const id of [wallet, norte]) {
    const found = await listed(boss, `&q=${id}`)
    expect(found.map((row) => row.id)).toContain(wallet)
  }
  const ofLoad = (await listed(boss, `&q=${loadId}`)).map(({ account }) => account)
  expect(ofLoad).toContain('load.pending')
  expect(new Set((await listed(boss, '&class=income')).map((row) => row.class)).size).toBeLessThan(2)
  const assets = await listed(boss, '&class=asset&balance=not_zero')
  expect(assets.map(({ account }) => account)).toContain('bank.settlement')
  expect(assets.every(({ ownerKind }) => ownerKind === 'operator')).toBe(true)
  expect(await listed(boss, '&state=closed')).toEqual([])
  expect((await listed(viewer)).every(({ companyId }) => companyId !== null && companyId !== sur)).toBe(true)
  expect(await listed(viewer, `&q=${sur}`)).toEqual([])
})

test('an account has its postings with the balance before and after, and its balance as of any instant', async () => {
  const wallet = await walletOf(norte)
  const account = await read<WireOf<typeof getLedgerAccount>>(boss, `/ledger/accounts/${wallet}`)
  expect(account).toMatchObject({ balance: '120.00', postings: 2, isDebitSide: false, balanceAt: null })
  const now = product.kernel.clock.now().getTime()
  const balances = await Promise.all(
    [4, 1, 0].map(async (days) => {
      const at = new Date(now - days * dayMs).toISOString()
      return (await read<WireOf<typeof getLedgerAccount>>(boss, `/ledger/accounts/${wallet}?at=${at}`))
        .balanceAt
    }),
  )
  expect(balances).toEqual(['0.00', '123.45', '120.00'])
  const [bank] = await rows<{ id: string }>(`select id from account where code = 'bank.settlement'`)
  const at = new Date(now - dayMs).toISOString()
  expect(await read(boss, `/ledger/accounts/${bank?.id}?at=${at}`)).toMatchObject({
    balance: '127.00',
    balanceAt: '123.45',
    isDebitSide: true,
    ownerKind: 'operator',
  })
  const path = `/ledger/postings?accountId=${wallet}`
  const first = await read<Postings>(boss, `${path}&limit=1`)
  expect(first).toMatchObject({ count: 2 })
  const second = await read<Postings>(boss, `${path}&limit=1&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items]).toMatchObject([
    {
      id: '2',
      side: 'debit',
      amount: '-3.45',
      before: '123.45',
      after: '120.00',
      kind: 'capital_contributed',
    },
    { id: '1', side: 'credit', amount: '123.45', before: '0.00', after: '123.45' },
  ])
  const tomorrow = new Date(now + 2 * dayMs).toISOString().slice(0, 10)
  expect((await read<Postings>(boss, `${path}&from=2020-01-01&to=${tomorrow}`)).items).toHaveLength(2)
  expect((await read<Postings>(boss, `${path}&from=${tomorrow}`)).items).toEqual([])
  expect((await read<Postings>(boss, `${path}&to=2020-01-01`)).items).toEqual([])
  const hidden = await walletOf(sur)
  expect(await codeOf(viewer, `/ledger/accounts/${hidden}`)).toBe('record_not_found')
  expect((await read<Postings>(viewer, `/ledger/postings?accountId=${hidden}`)).items).toEqual([])
  expect(await codeOf(viewer, `/ledger/accounts/${bank?.id}`)).toBe('record_not_found')
})

test('the numbers of postings before an id are found by halves', async () => {
  const [bank] = await rows<{ id: string; seq: string }>(
    `select id, seq::text from account where code = 'bank.settlement'`,
  )
  const postings = await rows<{ journal: string; seq: string }>(
    'select journal_id as journal, seq::text from posting where account_id = $1 order by seq',
    [bank?.id],
  )
  expect(postings.length).toBe(3)
  for (const { journal, seq } of postings)
    expect(await rows('select last_posting_before($1, $2)::int as n', [bank?.id, journal])).toEqual([
      { n: Number(seq) - 1 },
    ])
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  expect(await rows('select last_posting_before($1, $2)::int as n', [bank?.id, last])).toEqual([{ n: 3 }])
})

test('a journal shows its legs, and to a reader of some companies only theirs', async () => {
  const id = await journalOfLoad()
  const whole = await read<WireOf<typeof getJournal>>(boss, `/ledger/journals/${id}`)
  const [counted] = await rows<{ legs: number }>(
    'select count(*)::int as legs from posting where journal_id = $1',
    [id],
  )
  expect(whole).toMatchObject({
    kind: 'load_accepted',
    isWhole: true,
    isBalanced: true,
    subject: { id: loadId, kind: 'load' },
  })
  expect(whole.legs).toHaveLength(counted?.legs ?? 0)
  expect(whole.key).toContain(loadId)
  const usd = whole.legs.filter(({ currency }) => currency === 'USD')
  const sum = (side: string) =>
    usd.filter((leg) => leg.side === side).reduce((total, { amount }) => total + centsOf(amount), 0n)
  expect(sum('debit')).toBe(sum('credit'))
  const part = await read<WireOf<typeof getJournal>>(viewer, `/ledger/journals/${id}`)
  expect(part).toMatchObject({
    isWhole: false,
    key: null,
    actor: null,
    reason: null,
    metadata: [],
    block: null,
  })
  expect(part.legs.length).toBeLessThan(whole.legs.length)
  expect(JSON.stringify(part)).not.toContain(await walletOf(sur, 'pending'))
  expect(part.legs.map(({ accountId }) => accountId)).toContain(await walletOf(norte, 'pending'))
  const [ofSur] = await rows<{ id: string }>(`select journal_id as id from posting where account_id = $1`, [
    await walletOf(sur),
  ])
  expect(await codeOf(viewer, `/ledger/journals/${ofSur?.id}`)).toBe('record_not_found')
  expect(await codeOf(boss, `/ledger/journals/${product.kernel.ids.next()}`)).toBe('record_not_found')
  // Capital that no record of the treasury has.
  const bare = await read<WireOf<typeof getJournal>>(boss, `/ledger/journals/${ofSur?.id}`)
  expect(bare).toMatchObject({ kind: 'capital_contributed', subject: { kind: null, ref: null } })
})

test('the proof of a journal is accepted by the independent checker, once a block is signed', async () => {
  const id = await journalOfLoad()
  const path = `/ledger/journals/${id}/proof`
  expect(await codeOf(boss, path)).toBe('not_signed_yet')
  const { db, signerDb, clock } = product.kernel
  await createBlockSigner({ db, signerDb, clock, key }).signNow()
  const proof = await read<WireOf<typeof proveJournal>>(boss, path)
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof))
  const pem = createPublicKey(key.publicKeyPem).export({ type: 'spki', format: 'pem' })
  writeFileSync(join(folder, 'key.pem'), pem)
  const tool = join(import.meta.dirname, '../../../tools/verify-proof.mjs')
  const { status, stdout } = spawnSync(
    process.execPath,
    [tool, '--key', join(folder, 'key.pem'), join(folder, 'proof.json')],
    { encoding: 'utf8' },
  )
  expect(stdout).toContain(`journal ${id} load.accepted`)
  expect(status).toBe(0)
  const whole = await read<WireOf<typeof getJournal>>(boss, `/ledger/journals/${id}`)
  expect(whole.block).toMatchObject({ height: '1', keyId: key.id })
  expect(await codeOf(viewer, path)).toBe('whole_ledger_only')
  expect(await codeOf(boss, `/ledger/journals/${norte}/proof`)).toBe('record_not_found')
})

test('journals are found by id, key and subject, and accounts by id and owner, in the scope', async () => {
  const id = await journalOfLoad()
  const whole = await read<WireOf<typeof getJournal>>(boss, `/ledger/journals/${id}`)
  const search = (by: AdminPerson, q: string) =>
    read<WireOf<typeof searchLedger>>(by, `/ledger/search?q=${encodeURIComponent(q)}`)
  for (const q of [id, id.toUpperCase(), loadId, whole.key ?? ''])
    expect((await search(boss, q)).journals).toMatchObject([{ id, kind: 'load_accepted' }])
  expect((await search(boss, norte)).accounts.map((each) => each.id)).toContain(await walletOf(norte))
  expect((await search(viewer, loadId)).journals).toMatchObject([{ id }])
  expect(await search(viewer, sur)).toEqual({ journals: [], accounts: [] })
  expect(await search(boss, 'no such key')).toEqual({ journals: [], accounts: [] })
})
