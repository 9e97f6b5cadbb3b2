import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allTenants, type Scope } from '../../server/src/kernel/database.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { postOneLoad, type OneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { closeAccounts, reassignAccounts, setAllowance } from '../../server/src/ledger/accounts.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { checkChain } from '../../server/src/ledger/invariants.ts'
import { checkIssuer, type IssuerFigures } from '../../server/src/ledger/exact-invariants.test-kit.ts'
import { checkMasterPeriod } from '../../server/src/ledger/master-period.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import {
  readAged,
  readBalanceAsOf,
  readBalances,
  readStatement,
  readTrialBalance,
} from '../../server/src/ledger/reports.ts'

let ledger: TestLedger
let at: Date
let later: Date
let asset: string
let card: OneLoad['card']
let andes: OneLoad['andes']
let norte: OneLoad['norte']

const read = <T>(use: (sql: Queries) => Promise<T>, scope: Scope = allTenants) => ledger.db.read(scope, use)
const found = async () => read(checkBook)

beforeAll(async () => {
  ledger = await createTestLedger()
  ;({ card, andes, norte, asset, acceptedAt: at, creditedAt: later } = await postOneLoad(ledger))
})
afterAll(() => ledger.end())

test('a correct book has no findings', async () => {
  expect(await found()).toEqual([])
})

test('a wallet line has all three buckets before and after', async () => {
  const rows = await read((sql) =>
    sql.rows(
      'select kind, wallet, available_after, pending_before, pending_after from wallet_line where owner_id = $1',
      [norte.ownerId],
    ),
  )
  expect(rows).toEqual([
    { kind: 'load.accepted', wallet: 'regular', available_after: 0n, pending_before: 0n, pending_after: 13n },
  ])
})

test('reports: trial balance, statement, balance at an instant, balances of owners', async () => {
  const now = await read((sql) => readTrialBalance(sql))
  expect(now.find(({ code }) => code === 'card.available')).toMatchObject({ natural: 970n, class: 'L' })
  const before = await read((sql) => readTrialBalance(sql, at))
  expect(before.find(({ code }) => code === 'load.pending')?.natural).toBe(970n)
  expect(before.some(({ code }) => code === 'card.available')).toBe(false)
  const account = { code: 'issuer.unallocated' }
  const statement = await read((sql) => readStatement(sql, { account, limit: 10 }))
  expect(statement.map(({ kind, before: was, after: is }) => [kind, was, is])).toEqual([
    ['issuer.transfer_started', -5_000n, -4_030n],
    ['issuer.funded', 0n, -5_000n],
  ])
  expect(await read((sql) => readBalanceAsOf(sql, account, at))).toBe(-5_000n)
  expect(await read((sql) => readBalanceAsOf(sql, account, later))).toBe(-4_030n)
  const balances = await read((sql) => readBalances(sql, [card.ownerId]))
  expect(balances.map(({ code, natural }) => [code, natural])).toEqual([
    ['card.available', 970n],
    ['load.pending', 0n],
  ])
})

test('old balances are reported: references by their own age, crypto without a break', async () => {
  const inDays = (days: number) => new Date(ledger.clock.now().getTime() + days * 86_400_000)
  const young = await read((sql) => readAged(sql, ledger.clock.now()))
  expect(young.filter(({ opensBreak }) => opensBreak)).toEqual([])
  const old = await read((sql) => readAged(sql, inDays(11)))
  expect(old.map(({ code, natural, opensBreak }) => [code, natural, opensBreak])).toEqual([
    ['crypto.deposits', 1_100n, false],
    ['suspense', 5_000n, true],
    ['deposit.unapplied', 100n, true],
  ])
})

describe('against issuer and chain', () => {
  const issuer = (): IssuerFigures => ({
    cards: [{ cardId: card.ownerId, availableCreditCents: 970n }],
    availableBalanceCents: 5_000n,
    availableToAllocateCents: 4_030n,
  })
  const check = (figures: IssuerFigures) => read((sql) => checkIssuer(sql, figures))

  test('R1 to R4 hold, and each detects a difference of one cent', async () => {
    expect(await check(issuer())).toEqual([])
    const names = async (figures: IssuerFigures) => [
      ...new Set((await check(figures)).map((each) => each.check)),
    ]
    const otherCard = [{ cardId: card.ownerId, availableCreditCents: 971n }]
    expect(await names({ ...issuer(), cards: otherCard })).toEqual(['R1', 'R2'])
    expect(await names({ ...issuer(), availableToAllocateCents: 4_031n })).toEqual(['R2', 'R3'])
    expect(await names({ ...issuer(), availableBalanceCents: 5_001n })).toEqual(['R2', 'R4'])
  })

  test('R4 over a period', async () => {
    const period = { from: at, to: ledger.clock.now(), openingCents: 0n, closingCents: 5_000n }
    expect(await read((sql) => checkMasterPeriod(sql, period))).toEqual([])
    expect(await read((sql) => checkMasterPeriod(sql, { ...period, closingCents: 4_999n }))).toHaveLength(1)
  })

  test('R7: units and residues on the chain', async () => {
    const chain = {
      asset,
      contractUnits: 1_100_007n,
      contractUnitsPerLedgerUnit: 1_000n,
      residueContractUnits: 7n,
    }
    expect(await read((sql) => checkChain(sql, chain))).toEqual([])
    const short = await read((sql) => checkChain(sql, { ...chain, contractUnits: 1_100_006n }))
    expect(short.map((each) => each.check)).toEqual(['R7'])
  })
})

describe('history cannot change', () => {
  const tables = ['journal', 'posting', 'wallet_line', 'block', 'ledger_break', 'account', 'ref_balance']

  test('the app’s role can neither insert, change nor delete', async () => {
    for (const table of tables) {
      for (const statement of [
        `insert into ${table} default values`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(ledger.db.write(allTenants, (sql) => sql.run(statement))).rejects.toThrow(
          'permission denied',
        )
      }
    }
    await expect(
      ledger.db.write(allTenants, (sql) => sql.run('update posting set amount = 1')),
    ).rejects.toThrow('permission denied')
  })

  test('the owner of the schema cannot either', async () => {
    for (const table of tables.slice(0, 5)) {
      await expect(ledger.owner.query(`delete from ${table}`)).rejects.toThrow('is history')
      await expect(ledger.owner.query(`truncate ${table} cascade`)).rejects.toThrow('is history')
    }
    await expect(ledger.owner.query('update journal set kind = kind')).rejects.toThrow('is history')
    await expect(ledger.owner.query('update account set code = code')).rejects.toThrow('is history')
    await expect(ledger.owner.query('delete from account')).rejects.toThrow('is history')
  })
})

describe('visibility', () => {
  const scope = (...companyIds: string[]): Scope => ({ kind: 'companies', companyIds })
  const legs = (who: Scope) =>
    read((sql) => sql.rows<{ company_id: string }>('select company_id from posting'), who)

  test('a company sees its own legs, lines and accounts only', async () => {
    expect((await legs(scope(norte.ownerId))).map((row) => row.company_id)).toEqual([norte.ownerId])
    expect(new Set((await legs(scope(andes.ownerId))).map((row) => row.company_id))).toEqual(
      new Set([andes.ownerId]),
    )
    expect(await legs(scope(ledger.ids.next()))).toEqual([])
    for (const table of ['wallet_line', 'account', 'ref_balance']) {
      const rows = await read(
        (sql) => sql.rows<{ company_id: string }>(`select company_id from ${table}`),
        scope(norte.ownerId),
      )
      expect(rows.every((row) => row.company_id === norte.ownerId)).toBe(true)
    }
    expect(await read((sql) => sql.rows('select id from journal'), scope(norte.ownerId))).toEqual([])
  })

  test('a person sees only their own wallets, and without a scope nothing is visible', async () => {
    const own: Scope = { kind: 'own', userId: norte.ownerId, companyId: norte.ownerId }
    expect(await read((sql) => sql.rows('select 1 from account'), own)).toHaveLength(3)
    expect(await legs(own)).toEqual([])
    const rows = await ledger.db.pool.query('select 1 from posting')
    expect(rows.rows).toEqual([])
  })
})

describe('accounts', () => {
  test('close at zero only', async () => {
    const close = (ownerId: string) =>
      ledger.accountsDb.write(allTenants, (sql) => closeAccounts(sql, { ownerId, at }))
    expect(await close(card.ownerId)).toBe(false)
    expect(await close(ledger.ids.next())).toBe(true)
  })

  test('an allowance lowers the floor of the immediate wallet', async () => {
    const owner = { ...andes, allowanceCents: 1_000n, at }
    await ledger.accountsDb.write(allTenants, (sql) => setAllowance(sql, owner))
    const [wallet] = (await read((sql) => readBalances(sql, [andes.ownerId]))).filter(
      ({ code }) => code === 'wallet.immediate.available',
    )
    expect(wallet).toMatchObject({ floor: -1_000n, natural: 0n })
    const negative = { ...owner, allowanceCents: -1n }
    await expect(ledger.accountsDb.write(allTenants, (sql) => setAllowance(sql, negative))).rejects.toThrow(
      'not negative',
    )
  })

  test('an owner who changes company keeps the account, but not its history', async () => {
    const ownerId = ledger.ids.next()
    await ledger.accountsDb.write(allTenants, (sql) =>
      setAllowance(sql, { ...andes, ownerId, allowanceCents: 0n, at }),
    )
    await ledger.accountsDb.write(allTenants, (sql) =>
      reassignAccounts(sql, { ownerId, companyId: norte.ownerId, at }),
    )
    const row = await read((sql) =>
      sql.one<{ company_id: string }>('select company_id from account where id = $1', [
        accountId({ code: 'wallet.immediate.pending', ownerId }),
      ]),
    )
    expect(row.company_id).toBe(norte.ownerId)
  })
})
