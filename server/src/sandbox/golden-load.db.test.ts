import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf } from '../../../tests/support/csv-of.ts'
import { approvePerson } from '../../../tests/support/verified-case.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { shareDue } from '../calendar/business-time.ts'
import { findUserByEmail } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'
import { readBalances, readTrialBalance } from '../ledger/reports.ts'
import { demoPassword } from './demo-cast.ts'
import { createDemoData } from './demo-data.ts'

/**
 * The golden case of domain §5 over HTTP: the demo's chain Norte, Andes, Lima, Eva and Ana, and Lucía's 1,000
 * USDC.
 */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: SpendingProduct
let owners: ReadonlyMap<string, string>
let browser: TestBrowser
let card: { id: string; issuerCardId: string }

type View = {
  ref: string
  id: string
  status: string
  address: string
  due: string
  net: string
  fee: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const luciasMail = 'lucia@demo.cardamom.example'

const settle = async () => {
  product.wait(1100)
  await product.settle()
}
const ownersOfDemo = async () => {
  const companies = await product.rows<{ id: string; name: string }>('select id, name from company')
  const people = await product.rows<{ id: string; name: string }>(
    'select id, first_name as name from app_user',
  )
  return new Map([...companies, ...people].map(({ id, name }) => [name, id]))
}
beforeAll(async () => {
  chain = await startTestChain()
  product = await createSpendingProduct(chain.env)
  await createDemoData(product.kernel).make()
  await product.settle()
  owners = await ownersOfDemo()
  const lucia = await product.kernel.db.read(allTenants, (sql) => findUserByEmail(sql, luciasMail))
  if (!lucia) throw new Error('The demo has no Lucía')
  await approvePerson(product.kernel, { userId: lucia.id, companyId: lucia.companyId })
  await settle()
  card = await product.cardOf(lucia.id)
  browser = createTestBrowser(product.kernel.app, 'lima.localhost:4000')
  const session = await browser.post<{ token: string }>('/sessions', {
    login: luciasMail,
    password: demoPassword,
  })
  browser.setToken(session.body.data.token)
}, 180_000)
afterAll(async () => {
  const findings = await product.kernel.db.read(allTenants, checkBook)
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

/**
 * The balance of every account that is not zero, by code and owner, without capital and float, in cents or
 * units.
 */
const book = async (): Promise<Record<string, bigint>> =>
  product.kernel.db.read(allTenants, async (sql) => {
    const named = new Map([...owners, ['card', card.id] as const].map(([name, id]) => [id, name]))
    const owned = await readBalances(sql, [...named.keys()])
    const lines = await readTrialBalance(sql)
    const all = [
      ...owned.map((each) => [`${each.code} ${named.get(each.ownerId)}`, each.natural] as const),
      ...lines
        .filter(({ code }) => /^(fee|income|expense|crypto|fx|issuer\.(in_flight|allocated))/.test(code))
        .map(({ code, natural }) => [code, natural] as const),
    ]
    return Object.fromEntries(all.filter(([, natural]) => natural !== 0n))
  })
const sharesOf = async (loadId: string) => {
  const rows = await product.rows<{
    owner_id: string
    company_id: string
    amount_cents: bigint
    wallet_type: string
    level: number
    due_at: Date | null
  }>('select * from share where source_id = $1', [loadId])
  const nameOf = (id: string) => [...owners].find(([, owner]) => owner === id)?.[0]
  return rows.map((row) => ({ ...row, owner: nameOf(row.owner_id), tenant: nameOf(row.company_id) }))
}
const loadOf = async (speed: string, amount = '1000') => {
  const body = { cardId: card.id, amount, asset: 'USDC', network: 'ethereum', speed }
  const headers = { 'idempotency-key': `golden-${speed}-${amount}` }
  const load = (await browser.post<View>('/loads', body, { headers })).body.data
  expect(load.due).toBe(`${Number(amount).toFixed(6)}`)
  await chain.pay({ asset: 'USDC', to: load.address, amount: load.due })
  await chain.mine(3)
  await settle()
  return load
}
const logInAs = async (name: string) => {
  const own = createTestBrowser(product.kernel.app, 'lima.localhost:4000')
  const login = `${name}@demo.cardamom.example`
  const session = await own.post<{ token: string }>('/sessions', { login, password: demoPassword })
  own.setToken(session.body.data.token)
  return own
}
const rowOf = async (id: string) => {
  const [row] = await product.rows<{ accepted_at: Date; credited_at: Date | null; status: string }>(
    'select accepted_at, credited_at, status from load where id = $1',
    [id],
  )
  if (!row) throw new Error('no load')
  return row
}

const regularShares = {
  'wallet.regular.pending Norte': 500n,
  'wallet.regular.pending Andes': 750n,
  'wallet.regular.pending Lima': 500n,
  'wallet.regular.pending Eva': 200n,
  'wallet.regular.pending Ana': 50n,
}
const positions = (loads: bigint) => ({
  'crypto.deposits': loads * 1_000_000_000n,
  'fx.units': loads * 1_000_000_000n,
  'fx.usd': loads * 100_000n,
})

test("Lucía's regular 1,000.00, account by account, before and after the credit", async () => {
  expect(await book()).toEqual({})
  const load = await loadOf('regular')
  expect(load).toMatchObject({ fee: '30.00', net: '970.00' })
  expect(await book()).toEqual({
    'load.pending card': 97_000n,
    'fee.deferred': 1000n,
    ...regularShares,
    ...positions(1n),
  })
  const accepted = await rowOf(load.id)
  const due = shareDue(accepted.accepted_at, { holidays: new Set() })
  const share = (owner: string, tenant: string, level: number, cents: bigint) =>
    expect.objectContaining({
      owner,
      tenant,
      level,
      amount_cents: cents,
      wallet_type: 'regular',
      due_at: due,
    })
  expect((await sharesOf(load.id)).toSorted((a, b) => a.level - b.level)).toEqual([
    share('Norte', 'Norte', 1, 500n),
    share('Andes', 'Andes', 2, 750n),
    share('Lima', 'Lima', 3, 500n),
    share('Eva', 'Lima', 4, 200n),
    share('Ana', 'Lima', 4, 50n),
  ])
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + 5 * dayMs)
  await chain.control('/clock', { offsetMs: clock.offsetMs() })
  await settle()
  expect((await rowOf(load.id)).status).toBe('credited')
  expect(await book()).toEqual({
    'card.available card': 97_000n,
    'issuer.allocated': 97_000n,
    'income.load_fees': 1000n,
    ...regularShares,
    ...positions(1n),
  })
})

test("Lucía's immediate 1,000.00 is on the card at once, and its shares are due when it is", async () => {
  const before = await book()
  const load = await loadOf('immediate')
  expect(load).toMatchObject({ fee: '50.00', net: '950.00' })
  expect(await book()).toEqual({
    ...before,
    'card.available card': 97_000n + 95_000n,
    'issuer.allocated': 97_000n + 95_000n,
    'income.load_fees': 1000n + 2000n,
    'wallet.immediate.pending Norte': 750n,
    'wallet.immediate.pending Andes': 1000n,
    'wallet.immediate.pending Lima': 750n,
    'wallet.immediate.pending Eva': 400n,
    'wallet.immediate.pending Ana': 100n,
    ...positions(2n),
  })
  const { credited_at: creditedAt, status } = await rowOf(load.id)
  expect(status).toBe('credited')
  const shares = await sharesOf(load.id)
  expect(shares.map(({ due_at: dueAt }) => dueAt)).toEqual(Array.from({ length: 5 }, () => creditedAt))
  const atIssuer = await product.issuer.issuer.readCard(card.issuerCardId)
  expect(atIssuer).toMatchObject({ outcome: 'ok', value: { availableCents: 192_000n } })
})

type Share = {
  amount: string
  code: string | null
  codeId: string | null
  personName: string
  wallet: string
  state: string
  source: string
  ref: string
  earned: string
  basis: { gross: string; rates: string[]; level: string; part: string | null; others: string[] }
  settlement: object | null
}

test('each seller reads their own shares alone, by code and by month, and not who else earned', async () => {
  const load = await loadOf('regular', '333.33')
  expect(load).toMatchObject({ fee: '10.00', net: '323.33' })
  const sharesOfSeller = async (name: string) => {
    const own = await logInAs(name)
    const { items } = (await own.get<{ items: Share[] }>('/earnings?limit=50')).body.data
    const summary = (await own.get<Record<string, unknown>>('/earnings/summary?zone=UTC')).body.data
    return { items, summary, own }
  }
  const eva = await sharesOfSeller('eva')
  const hasWallet = async (of: TestBrowser) => {
    const answer = JSON.parse((await of.get('/getUserAuths')).text) as { user: { has_wallet: number }[] }
    return answer.user.map((each) => each.has_wallet)
  }
  expect([await hasWallet(eva.own), await hasWallet(browser)]).toEqual([[1], [0]])
  expect(eva.items.map(({ amount }) => amount)).toEqual(['0.66', '4.00', '2.00'])
  expect(eva.items[0]).toMatchObject({ code: 'LIMA-EVA', personName: 'Lucía Ferrer', wallet: 'regular' })
  expect(eva.items.map(({ state }) => state)).toEqual(['pending', 'due', 'due'])
  const basis = { gross: '333.33', rates: ['0.25'], level: '0.83' }
  expect(eva.items[0]).toMatchObject({
    source: 'load',
    ref: load.ref,
    earned: '0.66',
    basis: { ...basis, part: '80.00', others: [] },
    settlement: null,
  })
  expect(eva.summary).toMatchObject({
    total: '6.66',
    pending: '0.66',
    due: '6.00',
    settled: '0.00',
    shares: 3,
  })
  expect(eva.summary['codes']).toMatchObject([{ code: 'LIMA-EVA', total: '6.66', shares: 3 }])
  const ana = await sharesOfSeller('ana')
  expect(ana.items.map(({ amount }) => amount)).toEqual(['0.17', '1.00', '0.50'])
  // The person came with another seller's code, so a seller one reads neither the person nor the code.
  expect(ana.items[0]).toMatchObject({ code: null, codeId: eva.items[0]?.codeId, personName: 'L. F.' })
  // And the own part of the own level alone: what the other one leaves.
  expect(ana.items[0]).toMatchObject({
    ref: load.ref,
    earned: '0.17',
    basis: { ...basis, part: null, others: ['80.00'] },
  })
  expect(ana.summary).toMatchObject({ total: '1.67', shares: 3 })
  const months = ana.summary['months'] as { total: string }[]
  const cents = months.reduce((sum, { total }) => sum + Number(total.replace('.', '')), 0)
  expect(cents).toBe(167)
  const { body } = await eva.own.get<{ items: Share[] }>(`/earnings?codeId=${eva.items[0]?.codeId}&state=due`)
  expect(body.data.items.map(({ amount }) => amount)).toEqual(['4.00', '2.00'])
  const query = { codeId: eva.items[0]?.codeId, state: 'due' }
  const file = await csvOf(eva.own, '/earnings', { query, lang: 'es' })
  expect(file[0]).toBe(
    'Fecha (UTC),Participación de,Referencia,Carga de,Código,Billetera,Estado,Bruto (USD),Tasa (%),Parte de la tasa (%),Ganado (USD),Monto (USD),Revertido (USD),Por recuperar (USD),Vence (UTC),Liquidación',
  )
  expect(
    file.slice(1).map((line) => {
      const [, source, ref = '', ...cells] = line.split(',')
      expect(ref).toMatch(/^L-/)
      return [source, ...cells.slice(0, 9)].join(',')
    }),
  ).toEqual([
    'Carga,Lucía Ferrer,LIMA-EVA,Inmediata,En el próximo pago,1000.00,0.50,80.00,4.00,4.00',
    'Carga,Lucía Ferrer,LIMA-EVA,Regular,En el próximo pago,1000.00,0.25,80.00,2.00,2.00',
  ])
  expect((await csvOf(ana.own, '/earnings')).at(1)).toContain(
    ',L. F.,A code of another seller,Regular,Pending,',
  )
  const codeEarnings = `/seller-codes/${eva.items[0]?.codeId}/earnings`
  const seen = (await ana.own.get<{ earners: { total: string }[] }>(codeEarnings)).body.data.earners
  expect(seen.map(({ total }) => total)).toEqual(['1.67'])
  expect((await eva.own.get(codeEarnings)).body.code).toBe('permission_denied')
  expect((await browser.get<{ items: Share[] }>('/earnings')).body.data.items).toEqual([])
})
