import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../calendar/business-time.ts'
import { topUpRef } from '../deposits/top-up-plan.ts'
import { allTenants } from '../kernel/database.ts'
import { settlementRef } from './settlements.list.ts'
import { createSettlementWorld, type SettlementWorld, type TestShare } from './settlement-world.test-kit.ts'

type Basis = { gross: string; rates: string[]; level: string; part: string | null; others: string[] }
type Line = {
  id: string
  topUpId?: string | null
  payments?: object[]
  loadId: string | null
  loadRef: string | null
  topUpRef: string | null
  basis: Basis | null
  earned: string
  amount: string
}
type Page = { items: Line[] }

let product: PeopleProduct
let world: SettlementWorld
let people: ReturnType<typeof createTwoPeople>
let sur = ''
let rosa = ''
let hugo = ''
let shares: TestShare[] = []
let loadRef = ''

// Operator first. Level 3 has nobody, so level 2 gets its rate.
const rates = [10_000n, 5_000n, 7_500n, 5_000n, 2_500n] as const
const load = () =>
  world.splitLoad({
    companyId: sur,
    grossCents: 33_333n,
    rates,
    chain: [
      { ownerKind: 'company', ownerId: world.norte, level: 1 },
      { ownerKind: 'company', ownerId: sur, level: 2 },
      { ownerKind: 'seller', ownerId: rosa, level: 4, partHundredthsBp: 800_000n },
      { ownerKind: 'seller', ownerId: hugo, level: 4 },
    ],
  })
const shareOf = (ownerId: string): TestShare => {
  const found = shares.find((share) => share.ownerId === ownerId)
  if (!found) throw new Error('The load has no share of this owner')
  return found
}
const refOf = async (loadId: string): Promise<string> => {
  const [row] = await world.rows<{ ref: string }>('select ref from load where id = $1', [loadId])
  return row?.ref ?? ''
}
const drawn = async (ownerId: string): Promise<string> => {
  const calendar = await product.kernel.db.read(allTenants, readBusinessCalendar)
  const day = dailyRunBefore(product.kernel.clock.now(), calendar).toISOString().slice(0, 10)
  const body = { ownerId, wallet: 'regular', day, lines: [], reason: 'Asked by the partner' }
  const made = await people.confirmed<{ id: string }>(world.first, '/settlements', body)
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data.id
}
const lastOf = async (ownerId: string): Promise<string> => {
  const [row] = await world.rows<{ id: string }>(
    'select id from settlement where owner_id = $1 order by id desc limit 1',
    [ownerId],
  )
  return row?.id ?? ''
}
const shown = async (by: Pick<Admin, 'browser'>, id: string) =>
  by.browser.get<Page>(`/settlements/shares?settlementId=${id}`)
const own = async (name: string, id: string) => {
  const browser = await logIn(product, name)
  return browser.get<Page>(`/wallet/settlements/shares?settlementId=${id}`)
}

const centsOf = (amount: string) => BigInt(amount.replace('.', ''))
const rateOf = (percent: string) => {
  const [whole = '', fraction = ''] = percent.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}
/** What a reader computes from the facts of a line, as docs/money.md says: the level, then the part. */
const computed = ({ gross, rates: ofLevel, part, others }: Basis) => {
  const times = (cents: bigint, rate: bigint) => (cents * rate) / 1_000_000n
  const sum = ofLevel.reduce((total, percent) => total + rateOf(percent), 0n)
  const level = times(centsOf(gross), sum)
  const cents =
    part === null
      ? others.reduce((left, other) => left - times(level, rateOf(other)), level)
      : times(level, rateOf(part))
  return { level, cents }
}
const expectExplained = (line: Line | undefined) => {
  if (!line?.basis) throw new Error('The line has no basis')
  const { level, cents } = computed(line.basis)
  expect([level, cents]).toEqual([centsOf(line.basis.level), centsOf(line.earned)])
}

beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createSettlementWorld(product)
  sur = await makeCompany(product, { slug: 'sur', name: 'Sur', parentId: world.norte })
  rosa = await makeUser(product, { email: 'rosa@example.com', roleId: 8, companyId: sur })
  hugo = await makeUser(product, { email: 'hugo@example.com', roleId: 7, companyId: sur })
  shares = await load()
  loadRef = await refOf(shareOf(rosa).loadId)
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

test('a person computes their share from the line, before it is approved and after it is paid', async () => {
  const id = await drawn(rosa)
  const draft = await own('rosa', id)
  const line = {
    id: shareOf(rosa).id,
    loadRef,
    topUpRef: null,
    basis: { gross: '333.33', rates: ['0.25'], level: '0.83', part: '80.00', others: [] },
    earned: '0.66',
    amount: '0.66',
  }
  expect(draft.body.data.items).toMatchObject([line])
  expectExplained(draft.body.data.items[0])
  const approval = { net: '0.66', reason: 'Checked' }
  expect((await people.confirmed(world.second, `/settlements/${id}/approval`, approval)).status).toBe(200)
  expect((await people.confirmed(world.second, `/settlements/${id}/payment`, {})).status).toBe(200)
  const paid = await own('rosa', id)
  expect(paid.body.data.items).toMatchObject([line])
  for (const other of [world.norte, sur, hugo]) expect(paid.text).not.toContain(other)
  expect(paid.text).not.toMatch(/payments|topUpId/)
  for (const percent of ['1.00', '0.50', '0.75']) expect(paid.text).not.toContain(`"${percent}"`)
})

test('the administrator and each company compute theirs; no line has the rate of another level', async () => {
  await world.run()
  const lines = new Map<string, Line | undefined>()
  for (const ownerId of [world.norte, sur, rosa, hugo])
    lines.set(ownerId, (await shown(world.first, await lastOf(ownerId))).body.data.items[0])
  expect([...lines.values()].map((line) => [line?.loadRef, line?.basis, line?.amount])).toEqual([
    [loadRef, { gross: '333.33', rates: ['0.50'], level: '1.66', part: null, others: [] }, '1.66'],
    [loadRef, { gross: '333.33', rates: ['0.75', '0.50'], level: '4.16', part: null, others: [] }, '4.16'],
    [loadRef, { gross: '333.33', rates: ['0.25'], level: '0.83', part: '80.00', others: [] }, '0.66'],
    [loadRef, { gross: '333.33', rates: ['0.25'], level: '0.83', part: null, others: ['80.00'] }, '0.17'],
  ])
  for (const line of lines.values()) expectExplained(line)
  const ofNorte = await shown(world.ofNorte, await lastOf(world.norte))
  expect(ofNorte.body.data.items[0]?.basis).toEqual(lines.get(world.norte)?.basis)
  expect((await shown(world.ofNorte, await lastOf(rosa))).body.data.items).toEqual([])
})

test('a share of a top-up has its reference, and one without recorded rates says so', async () => {
  const owner = { ownerId: world.andes, cents: 750n }
  const { id } = await world.share(owner)
  const unknown = await world.share(owner)
  const basis = { gross: '100000', rates: [10_000, 5_000, 7_500, 0, 0], levels: [1, 2] }
  const [changed] = await world.rows<{ source_id: string }>(
    `update share set source_kind = 'topup', source_id = gen_random_uuid(), basis = $2 where id = $1
     returning source_id`,
    [id, JSON.stringify(basis)],
  )
  const { items } = (await shown(world.first, await drawn(world.andes))).body.data
  expect(items).toMatchObject([
    {
      id,
      loadId: null,
      loadRef: null,
      topUpRef: topUpRef(changed?.source_id ?? ''),
      basis: { gross: '1000.00', rates: ['0.75'], level: '7.50', part: null, others: [] },
    },
    { id: unknown.id, loadId: unknown.loadId, basis: null, amount: '7.50' },
  ])
  expectExplained(items[0])
})

test('what was reversed before is said, and a person reads the load of a reversed share', async () => {
  await world.reverse(shareOf(rosa), 60n)
  const [, , later] = await load()
  if (later?.ownerId !== rosa) throw new Error('The third share is of another owner')
  await world.reverse(later, 1n)
  await world.nextPeriod()
  await world.run()
  const id = await lastOf(rosa)
  const browser = await logIn(product, 'rosa')
  type Detail = { lines: object[]; figures: object }
  const { body } = await browser.get<Detail>(`/wallet/settlements/${id}`)
  const reversed = { kind: 'reversal', amount: '-0.60', topUpRef: null }
  expect(body.data.lines).toMatchObject([{ ...reversed, load: { id: shareOf(rosa).loadId, ref: loadRef } }])
  const [line] = (await own('rosa', id)).body.data.items
  expect(line).toMatchObject({ loadRef: await refOf(later.loadId), earned: '0.66', amount: '0.65' })
  expectExplained(line)
  const admin = await createAdmin(product, { name: 'later', roleId: 6 })
  expect((await shown(admin, id)).body.data.items[0]).toMatchObject({ earned: '0.66', amount: '0.65' })
  const seen = await admin.browser.get<Detail>(`/settlements/${id}`)
  expect(seen.body.data.lines).toMatchObject([{ ...reversed, load: { ref: loadRef } }])
})

/** Makes the load of a share the payment of a deposit by crypto. */
const makeDeposit = async (share: TestShare, companyId: string, hash: string) => {
  const at = product.kernel.clock.now().toISOString()
  await world.rows(
    `insert into top_up (id, ref, company_id, kind, status, wallet, gross_cents, fee_cents, net_cents, operator_cents,
       spread_cents, coins, requested_by, accepted_at, due_at, available_at)
     values ($1, $2, $3, 'crypto', 'pending', 'regular', 100000, 2250, 97750, 1000, 0, '[]', $4, $5, $5, $5)`,
    [share.loadId, topUpRef(share.loadId), companyId, world.first.userId, at],
  )
  await world.rows(
    `insert into chain_transfer (id, network, tx_hash, log_index, block_number, block_hash, block_time, token_address,
       asset, sender, recipient, contract_units, load_id, company_id, user_id, status, seen_at, final_at)
     values ($1, 'ethereum', $2, 0, 1, '0x1', $3, '0x2', 'USDC', '0x3', '0x4', 1, $4, $5, $6, 'seen', $3, null)`,
    [product.kernel.ids.next(), hash, at, share.loadId, companyId, world.first.userId],
  )
  await world.rows("update chain_transfer set status = 'final', final_at = $2 where load_id = $1", [
    share.loadId,
    at,
  ])
  await world.rows("update share set source_kind = 'topup' where id = $1", [share.id])
}

test('administrators open the deposit of a share, also of a reversed one, with its payment, in their scope only', async () => {
  const { andes, lima } = world
  const hash = `0x${'ab'.repeat(32)}`
  const share = await world.share({ ownerId: andes, cents: 750n })
  await makeDeposit(share, lima, hash)
  await world.nextPeriod()
  await world.run()
  const id = await lastOf(andes)
  const readers = async (name: string) => [
    await createAdmin(product, { name: `${name}operator`, roleId: 6 }),
    await createAdmin(product, { name: `${name}andes`, roleId: 5, companyId: andes }),
  ]
  const trail = { topUpId: share.loadId, payments: [{ network: 'ethereum', hash }] }
  const [operator, ofAndes] = (await readers('now')) as [Admin, Admin]
  const lineFor = async (by: Admin) =>
    (await shown(by, id)).body.data.items.find((line) => line.id === share.id)
  const found = async (by: Admin, q: string) =>
    (await by.browser.get<Page>(`/settlements?q=${q}`)).body.data.items.map((each) => each.id)
  const ref = settlementRef(id)
  for (const by of [operator, ofAndes]) {
    for (const q of [hash, ref, ref.slice(0, 7)]) expect(await found(by, q)).toEqual([id])
    expect(await found(by, settlementRef(share.loadId))).toEqual([])
  }
  // Among the deposits of a company stand the settlements that were paid to it, for its own staff and the operator's.
  const paidTo = async (by: Admin, ownerId: string) =>
    (await by.browser.get<Page>(`/settlements?ownerId=${ownerId}&status=paid`)).body.data.items.map(
      (each) => each.id,
    )
  expect([await paidTo(operator, andes), await paidTo(ofAndes, andes)]).toEqual([[id], [id]])
  expect((await paidTo(operator, sur)).length).toBeGreaterThan(0)
  expect(await paidTo(ofAndes, sur)).toEqual([])
  for (const by of [operator, ofAndes])
    expect(await lineFor(by)).toMatchObject({ ...trail, topUpRef: topUpRef(share.loadId), loadId: null })
  // A company that has moved to another part of the tree is out of the scope of Andes.
  await world.rows('update top_up set company_id = $2 where id = $1', [share.loadId, sur])
  await world.rows('update chain_transfer set company_id = $2 where load_id = $1', [share.loadId, sur])
  expect(await lineFor(operator)).toMatchObject(trail)
  expect(await lineFor(ofAndes)).toMatchObject({ topUpId: null, payments: [] })
  expect([await found(operator, hash), await found(ofAndes, hash)]).toEqual([[id], []])

  await world.reverse(share, 750n)
  await world.share({ ownerId: andes, cents: 900n })
  await world.nextPeriod()
  await world.run()
  const later = await lastOf(andes)
  const [second, ofAndesLater] = (await readers('later')) as [Admin, Admin]
  const linesFor = async (by: Admin) =>
    (await by.browser.get<{ lines: object[] }>(`/settlements/${later}`)).body.data.lines
  const reversal = { kind: 'reversal', amount: '-7.50', topUpRef: topUpRef(share.loadId), load: null }
  expect(await linesFor(second)).toMatchObject([{ ...reversal, ...trail }])
  expect(await linesFor(ofAndesLater)).toMatchObject([{ ...reversal, topUpId: null, payments: [] }])
})
