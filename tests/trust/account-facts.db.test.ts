import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { reassignAccounts } from '../../server/src/ledger/accounts.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { depositConfirmed } from '../../server/src/loads/load-postings.ts'
import { postOneLoad, type OneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { createBatchByHand, leg, type BatchByHand } from './batch-by-hand.ts'

/** Facts of accounts that the app's or the accounts' own login must not be able to write. */
let ledger: TestLedger
let load: OneLoad
let app: pg.Client
let accounts: pg.Client
let byHand: BatchByHand
beforeAll(async () => {
  ledger = await createTestLedger()
  load = await postOneLoad(ledger)
  app = new pg.Client({ connectionString: ledger.appUrl })
  accounts = new pg.Client({ connectionString: ledger.accountsUrl })
  await app.connect()
  await accounts.connect()
  byHand = await createBatchByHand(ledger, app)
})
afterAll(async () => {
  await app.end()
  await accounts.end()
  await ledger.end()
})

const refusalOf = async (statement: string, values: readonly unknown[]): Promise<string> => {
  try {
    await accounts.query(statement, [...values])
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}
const openByHand = async (...opened: object[]): Promise<string> => {
  const parameters = byHand.encode({ journals: [byHand.capital()] })
  const own = JSON.parse(String(parameters['p_open'] ?? '[]')) as object[]
  return byHand.refusalOf({ ...parameters, p_open: JSON.stringify([...own, ...opened]) })
}
const companiesOf = async (ownerId: string): Promise<string[]> => {
  const { rows } = await ledger.owner.query<{ id: string }>(
    'select distinct company_id as id from account where owner_id = $1',
    [ownerId],
  )
  return rows.map(({ id }) => id)
}
const buckets = (kind: string, companyId: string) =>
  ['available', 'pending', 'reserved'].map((bucket) => ({
    code: `wallet.${kind}.${bucket}`,
    owner_id: load.norte.ownerId,
    company_id: companyId,
  }))

const outside = ['infinity', '-infinity', '294276-12-31', '1969-12-31', 'tomorrow', null]
test.each(outside)('no account changes at %s, and blocks are still signed', async (at) => {
  const owner = ledger.ids.next()
  expect(await refusalOf('select set_allowance($1, $1, 0, now())', [owner])).toBe('accepted')
  for (const change of [
    'set_allowance($1, $1, 0, $2)',
    'close_accounts($1, $2)',
    'assign_accounts($1, $3, $2)',
  ]) {
    const values = change.includes('$3') ? [owner, at, ledger.ids.next()] : [owner, at]
    expect(await refusalOf(`select ${change}`, values)).toMatch(
      /cannot change at this time|violates not-null/,
    )
  }
  const key = signingKeyOf(randomBytes(32).toString('base64'))
  await createBlockSigner({ db: ledger.db, signerDb: ledger.signerDb, clock: ledger.clock, key }).signNow()
  expect(await ledger.count('unsigned_entry')).toBe(0)
})

test('new accounts of an owner are in the company of the owner', async () => {
  expect(await openByHand(...buckets('immediate', load.andes.ownerId))).toBe('accepted: []')
  expect(await companiesOf(load.norte.ownerId)).toEqual([load.norte.ownerId])
  expect(
    await refusalOf('select set_allowance($1, $2, 0, now())', [load.andes.ownerId, load.norte.ownerId]),
  ).toBe('accepted')
  expect(await companiesOf(load.andes.ownerId)).toEqual([load.andes.ownerId])
})

test('new accounts of a closed owner are closed', async () => {
  const own = { ownerId: ledger.ids.next(), companyId: load.andes.ownerId }
  const post = (code: string, amount: bigint) =>
    ledger.post(byHand.capital([leg({ ...own, code }, amount), leg({ code: 'bank.settlement' }, -amount)]))
  expect(await post('wallet.regular.available', 7n)).toMatchObject({ outcome: 'posted' })
  expect(await post('wallet.regular.available', -7n)).toMatchObject({ outcome: 'posted' })
  expect(await refusalOf('select close_accounts($1, now())', [own.ownerId])).toBe('accepted')
  expect(await post('wallet.immediate.available', 7n)).toMatchObject({ outcome: 'account_closed' })
})

test('an asset has no space in its name, whatever the settings of the connection', async () => {
  await app.query('set standard_conforming_strings = off; set escape_string_warning = off')
  expect(await openByHand({ code: 'crypto.treasury', asset: 'A B@1' })).toContain('not in the chart')
  await app.query('reset all')
})

test('an allowance is not less than what the wallet uses of it', async () => {
  const allow = (cents: number) =>
    refusalOf('select set_allowance($1, $1, $2, now())', [load.norte.ownerId, cents])
  expect(await allow(100)).toBe('accepted')
  const wallet = { ...load.norte, code: 'wallet.immediate.available' }
  const legs = [leg(wallet, -60n), leg({ code: 'equity.capital' }, 60n)]
  expect(await ledger.post(byHand.capital(legs))).toMatchObject({ outcome: 'posted' })
  expect(await allow(59)).toContain('uses more than this allowance')
  expect(await allow(60)).toBe('accepted')
})

/** A payment of this payer: the account of what is not used yet is by reference. */
const pay = (payer: { ownerId: string; companyId: string }) => {
  const id = ledger.ids.next()
  const effectiveAt = ledger.clock.now()
  return ledger.post(
    depositConfirmed({ id, chain: '1', tx: id, log: 0, asset: load.asset, units: 5n, payer, effectiveAt }),
  )
}
const assign = (ownerId: string, companyId: string) =>
  ledger.accountsDb.write(allTenants, (sql) =>
    reassignAccounts(sql, { ownerId, companyId, at: ledger.clock.now() }),
  )
const companiesOfReferences = async (ownerId: string): Promise<(string | null)[]> => {
  const { rows } = await ledger.owner.query<{ id: string | null }>(
    `select r.company_id as id from ref_balance r join account a on a.id = r.account_id where a.owner_id = $1`,
    [ownerId],
  )
  return rows.map(({ id }) => id)
}

test('references go to another company with their account, and no others do', async () => {
  const payer = { ownerId: ledger.ids.next(), companyId: load.andes.ownerId }
  const other = { ...payer, ownerId: ledger.ids.next() }
  for (const each of [payer, payer, other]) expect(await pay(each)).toMatchObject({ outcome: 'posted' })
  await assign(payer.ownerId, load.norte.ownerId)
  expect(await companiesOfReferences(payer.ownerId)).toEqual([load.norte.ownerId, load.norte.ownerId])
  expect(await companiesOfReferences(other.ownerId)).toEqual([load.andes.ownerId])
  // A reference that is left behind is put right by the same assignment.
  await ledger.owner.query('update ref_balance set company_id = null where company_id = $1', [
    load.norte.ownerId,
  ])
  await assign(payer.ownerId, load.norte.ownerId)
  expect(await companiesOfReferences(payer.ownerId)).toEqual([load.norte.ownerId, load.norte.ownerId])
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
})

test('references that open while their account is assigned are in its company', async () => {
  const payer = { ownerId: ledger.ids.next(), companyId: load.andes.ownerId }
  await pay(payer)
  for (let round = 0; round < 10; round += 1) {
    const company = round % 2 === 0 ? load.norte.ownerId : load.andes.ownerId
    const paid = Array.from({ length: 10 }, () => pay(payer))
    await Promise.all([...paid, assign(payer.ownerId, company)])
    for (const outcome of paid) expect(await outcome).toMatchObject({ outcome: 'posted' })
    expect(new Set(await companiesOfReferences(payer.ownerId))).toEqual(new Set([company]))
  }
})

test('after all of it the book has no finding', async () => {
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
})
