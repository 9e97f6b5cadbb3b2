import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobChangesOf } from './support/job-changes.ts'
import {
  confirmed,
  makeAdmin,
  prepared,
  type AdminPerson,
} from '../server/src/access/admin-person.test-kit.ts'
import { createTwoPeople } from '../server/src/approvals/two-people.test-kit.ts'
import { houseId } from '../server/src/companies/company.ts'
import { allTenants } from '../server/src/kernel/database.ts'
import { startLoadBench, type BenchPerson, type LoadBench } from '../server/src/loads/load-bench.test-kit.ts'
import { insertSellerCode } from '../server/src/sellers/codes.sql.ts'
import { startTestMailbox } from './support/test-mailbox.ts'
import { storePasskey } from './support/step-up-kit.ts'
import { logIn, makeCompany, makeUser } from './support/test-people.ts'

/** Cardholders who change company (decision 0015): what goes along, what stays, and what is refused. */
let mailbox: Awaited<ReturnType<typeof startTestMailbox>>
let bench: LoadBench
let [north, south] = ['', '']
let [boss, ofNorth, ofSouth] = [] as unknown as [AdminPerson, AdminPerson, AdminPerson]
beforeAll(async () => {
  mailbox = await startTestMailbox()
  bench = await startLoadBench({ SMTP_URL: mailbox.smtpUrl })
  const { product } = bench
  north = await makeCompany(product, { slug: 'north', name: 'North' })
  south = await makeCompany(product, { slug: 'south', name: 'South', timeZone: 'America/Lima' })
  boss = await makeAdmin(product as never, { name: 'boss', roleId: 6 })
  ofNorth = await makeAdmin(product as never, { name: 'ofnorth', roleId: 5, companyId: north })
  ofSouth = await makeAdmin(product as never, { name: 'ofsouth', roleId: 5, companyId: south })
  // Twice as expensive as the platform's: 6 %.
  await bench.asOwner(`insert into fee_schedule (id, company_id, version, valid_from, regular_hundredths_bp,
      immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by)
    select gen_random_uuid(), '${south}', 1, valid_from, array(select 2 * r from unnest(regular_hundredths_bp) r),
      immediate_hundredths_bp, transfer_hundredths_bp, created_at, created_by
    from fee_schedule where company_id is null order by version desc limit 1`)
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
  await mailbox.stop()
})

const versionOf = async (id: string) =>
  (await boss.browser.get<{ version: number }>(`/users/${id}`)).body.data.version
const callOf = async (id: string, companyId: string, version?: number) =>
  ({
    method: 'POST',
    path: `/users/${id}/company`,
    body: { companyId, note: 'Their branch closed' },
    version: version ?? (await versionOf(id)),
  }) as const
const changeTo = async (id: string, companyId: string, version?: number) =>
  confirmed<{ companyId: string }>(bench.product as never, boss, await callOf(id, companyId, version))
/** A cardholder of North with a card. */
const personOfNorth = async (): Promise<BenchPerson> => {
  const person = await bench.person()
  expect((await changeTo(person.userId, north)).status).toBe(200)
  await bench.settle()
  const { email } = await emailOf(person.userId)
  return { ...person, browser: await logIn(bench.product, email) }
}
const emailOf = async (id: string) =>
  (await bench.product.rows<{ email: string }>('select email from app_user where id = $1', [id]))[0] ?? {
    email: '',
  }
const codeOf = async (sending: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await sending
  return [status, body.code]
}
const accountsOf = ({ userId, card }: BenchPerson) =>
  bench.product.rows<{ code: string; balance: bigint; company_id: string }>(
    'select code, balance, company_id::text from account where owner_id in ($1, $2) order by code',
    [userId, card.id],
  )

test('an open load, refund, withdrawal and request hold the person back', async () => {
  const person = await personOfNorth()
  const { userId, browser } = person
  const load = await bench.quote(person)
  expect(await codeOf(changeTo(userId, south))).toEqual([409, 'load_open'])
  expect((await boss.browser.get(`/users/${userId}/company?companyId=${south}`)).body.code).toBe('load_open')
  await browser.post(`/loads/${load.id}/cancel`)
  await bench.asOwner(`insert into load_refund (id, load_id, company_id, user_id, address, amounts, status, requested_at)
    values ('${load.id}', '${load.id}', '${north}', '${userId}', '0x', '[]', 'requested', now())`)
  expect(await codeOf(changeTo(userId, south))).toEqual([409, 'refund_open'])
  await bench.asOwner(`update load_refund set status = 'withdrawn', ended_at = now() where id = '${load.id}'`)
  await bench.asOwner(`insert into payout_address (id, company_id, owner_id, owner_kind, label, network, address, risk,
      added_by, added_at, usable_from)
    values ('${load.id}', '${north}', '${userId}', 'person', 'Own', 'ethereum', '0x', 'clear', '${userId}', now(), now())`)
  await bench.asOwner(`insert into withdrawal (id, company_id, owner_id, owner_kind, status, step, wallet, total_cents,
      fee_cents, net_cents, network, asset, address_id, to_address, address_label, description, risk, requested_by, requested_at)
    values ('${load.id}', '${north}', '${userId}', 'person', 'PENDING', 'requested', 'regular', 100, 0, 100, 'ethereum',
      'USDT', '${load.id}', '0x', 'Own', '', 'clear', '${userId}', now())`)
  expect(await codeOf(changeTo(userId, south))).toEqual([409, 'withdrawal_open'])
  await bench.asOwner(
    `update withdrawal set status = 'CANCELLED', step = 'ended', ended_at = now() where id = '${load.id}'`,
  )
  await storePasskey(bench.product.kernel, { userId, companyId: north })
  const people = createTwoPeople(bench.product)
  const request = await people.request(boss, `/users/${userId}/factors/reset`, { reason: 'Lost' })
  expect(await codeOf(changeTo(userId, south))).toEqual([409, 'approval_open'])
  expect((await people.withdraw(boss, request)).status).toBe(200)
  expect((await changeTo(userId, south)).status).toBe(200)
  const books = await bench.product.rows(
    `select (select company_id::text from payout_address where owner_id = $1) as addresses,
       (select company_id::text from withdrawal where owner_id = $1) as withdrawals`,
    [userId],
  )
  expect(books).toEqual([{ addresses: south, withdrawals: north }])
})

test('another role, the same or a closed company, one out of scope and a changed person are refused', async () => {
  const { product } = bench
  const seller = await makeUser(product, { email: 'seller@example.com', roleId: 7, companyId: north })
  const someone = await makeUser(product, { email: 'someone@example.com', roleId: 2, companyId: north })
  const closed = await makeCompany(product, { slug: 'closed' })
  const below = await makeCompany(product, { slug: 'below', parentId: closed })
  await bench.asOwner(`update company set active = false where id = '${closed}'`)
  expect(await codeOf(changeTo(seller, south))).toEqual([409, 'not_a_cardholder'])
  expect(await codeOf(changeTo(ofNorth.userId, south, 1))).toEqual([409, 'not_a_cardholder'])
  expect(await codeOf(changeTo(someone, north))).toEqual([409, 'same_company'])
  expect(await codeOf(changeTo(someone, below))).toEqual([409, 'company_closed'])
  expect(await codeOf(changeTo(someone, someone))).toEqual([404, 'company_not_found'])
  expect(await codeOf(changeTo(someone, south, 7))).toEqual([409, 'record_changed'])
  const scoped = await makeAdmin(product as never, { name: 'scoped', roleId: 1 })
  await bench.asOwner(`update company set visible_to_adm = false where id = '${closed}'`)
  const [away, to] = [
    await callOf(someone, closed),
    confirmed(product as never, ofNorth, await callOf(someone, south)),
  ]
  expect(await codeOf(confirmed(product as never, scoped, away))).toEqual([404, 'company_not_found'])
  expect(await codeOf(to)).toEqual([403, 'permission_denied'])
})

test('a person whose client code a holder of the new company has stays until one of both is changed', async () => {
  const person = async (email: string, companyId: string, clientCode: string) => {
    const userId = await makeUser(bench.product, { email, roleId: 2, companyId })
    await bench.asOwner(`insert into holder (user_id, company_id, client_code, cif, created_at)
      values ('${userId}', '${companyId}', '${clientCode}', '${email}', now())`)
    return userId
  }
  const mover = await person('same-code@example.com', north, 'SAME0001')
  await person('other-holder@example.com', south, 'SAME0001')
  const preview = await boss.browser.get(`/users/${mover}/company?companyId=${south}`)
  expect(preview.body.code).toBe('client_code_exists')
  expect((await changeTo(mover, south)).body.code).toBe('client_code_exists')
  await bench.asOwner(`update holder set client_code = 'MINE0001' where user_id = '${mover}'`)
  expect((await changeTo(mover, south)).status).toBe(200)
})

test('the person keeps the whole history and the money, and each company sees its own book', async () => {
  const { product } = bench
  const person = await personOfNorth()
  const { userId, card, browser } = person
  await product.load({ ...card, companyId: north }, 50_00n)
  const load = await bench.quote(person)
  await browser.post(`/loads/${load.id}/cancel`)
  await storePasskey(product.kernel, { userId, companyId: north })
  const codeId = product.kernel.ids.next()
  const seller = await makeUser(product, { email: 'eva@example.com', roleId: 7, companyId: north })
  await product.kernel.db.write(allTenants, (sql) => {
    const at = product.kernel.clock.now()
    const validity = { validFrom: at, validTo: null, maxUses: null, createdAt: at }
    return insertSellerCode(sql, {
      id: codeId,
      code: 'EVA-NORTH',
      ownerId: seller,
      companyId: north,
      ...validity,
    })
  })
  await bench.asOwner(
    `update app_user set seller_code_id = '${codeId}', seller_one_id = '${seller}' where id = '${userId}'`,
  )
  const own = async (by: BenchPerson['browser']) => {
    const ids = async (path: string) =>
      (await by.get<{ items: { id: string; kind?: string }[] }>(path)).body.data.items
        .filter(({ kind }) => kind !== 'company_changed')
        .map(({ id }) => id)
    return {
      loads: await ids('/loads'),
      notices: await ids('/notifications'),
      rows: await ids('/transactions'),
    }
  }
  await bench.settle()
  const [history, money] = [await own(browser), await accountsOf(person)]
  expect(history.loads).toContain(load.id)
  expect(history.notices.length).toBeGreaterThan(0)
  expect(money).toContainEqual({ code: 'card.available', balance: 50_00n, company_id: north })

  const preview = await boss.browser.get(`/users/${userId}/company?companyId=${south}`)
  expect(preview.body.data).toMatchObject({
    companyName: { before: 'North', after: 'South' },
    load: { gross: '200.00', fee: { before: '6.00', after: '12.00' } },
    settings: ['timeZone'],
    cards: 1,
    passkeys: 1,
    openSessions: 1,
    sellerCode: 'EVA-NORTH',
  })
  const changed = await changeTo(userId, south)
  expect(changed).toMatchObject({ status: 200, show: { companyFrom: 'North', companyTo: 'South' } })
  expect(changed.body.data.companyId).toBe(south)
  expect((await browser.get('/me')).status).toBe(401)
  await bench.settle()
  expect(await jobChangesOf(product.kernel.db, userId, ['accountsOf'])).toEqual([
    `access.follow_company user "${north}" → "${south}"`,
  ])

  // A login with a passkey needs the provider.
  await bench.asOwner(`delete from factor where user_id = '${userId}'`)
  const again = await logIn(product, (await emailOf(userId)).email)
  expect(await own(again)).toEqual(history)
  const news = (await again.get<{ items: { kind: string; facts: object }[] }>('/notifications')).body.data
    .items
  expect(news[0]).toMatchObject({ kind: 'company_changed', facts: { from: 'North', to: 'South' } })
  const [mail] = await mailbox.outbox((await emailOf(userId)).email, 'company_changed')
  expect(mail?.subject).toBe('Your account is now with South')
  expect((await again.get(`/loads/${load.id}`)).status).toBe(200)
  expect(await accountsOf(person)).toEqual(money.map((each) => ({ ...each, company_id: south })))
  const loadsOf = async ({ browser: by }: AdminPerson) =>
    (await by.get<{ items: { id: string }[] }>('/company-loads')).body.data.items.map(({ id }) => id)
  expect(await loadsOf(ofNorth)).toContain(load.id)
  expect(await loadsOf(ofSouth)).toEqual([])
  expect((await ofNorth.browser.get(`/company-loads/${load.id}`)).status).toBe(200)
  expect((await ofNorth.browser.get(`/users/${userId}`)).status).toBe(404)
  expect((await ofSouth.browser.get(`/users/${userId}`)).status).toBe(200)
  expect((await boss.browser.get(`/users/${userId}/seller-code`)).body.data).toMatchObject({ code: null })

  const next = await bench.quote({ ...person, browser: again })
  expect(next.net).toBe('188.00')
  await again.post(`/loads/${next.id}/cancel`)
  expect(await loadsOf(ofSouth)).toEqual([next.id])
  for (const companyId of [north, south]) {
    const seen = { kind: 'companies', companyIds: [companyId] } as const
    const entries = await product.kernel.db.read(seen, (sql) =>
      sql.rows(
        `select c.before ->> 'companyId' as former, c.after ->> 'companyId' as now
         from audit a join audit_change c on c.audit_id = a.id where a.subject_id = $1 and c.after ->> 'companyId' = $2`,
        [userId, south],
      ),
    )
    expect(entries).toEqual([{ former: north, now: south }])
  }
})

test('a late payment for an old quote opens the accounts of the person in their present company', async () => {
  const person = await personOfNorth()
  const load = await bench.quote(person)
  await person.browser.post(`/loads/${load.id}/cancel`)
  expect((await changeTo(person.userId, south)).status).toBe(200)
  await bench.settle()
  expect(await accountsOf(person)).toEqual([])
  await bench.pay(load)
  await bench.finalise()
  const browser = await logIn(bench.product, (await emailOf(person.userId)).email)
  const again = { ...person, browser }
  const { resolutions } = await bench.read(again, load)
  const net = resolutions.find(({ kind }) => kind === 'credit')?.net
  const headers = { 'idempotency-key': `late-${load.id}` }
  expect((await browser.post(`/loads/${load.id}/credit`, { net }, { headers })).status).toBe(200)
  expect((await bench.read(again, load)).status).toBe('held')
  const companies = (await accountsOf(person)).map(({ code, company_id }) => [code, company_id])
  expect(companies).toEqual([
    ['deposit.unapplied', south],
    ['load.pending', south],
  ])
  // The load itself stays in the book in which it was quoted.
  expect(
    await bench.product.rows('select company_id::text as company from load where id = $1', [load.id]),
  ).toEqual([{ company: north }])
})

/** Tables of people and owners whose rows stay in the book in which they were made; all others go along. */
const staying =
  `archived_quote audit_change card_order card_transaction chain_transfer challenge download event impersonation load
  load_history load_part load_part_payment load_refund load_reversal notification notified_event payment_break payment_event payout payout_attempt
  payout_transaction proof_use session_token settlement share step_up_grant wallet_adjustment withdrawal`.split(
    /\s+/,
  )
/** These belong to administrators and sellers, who do not change company. */
const ofOthers = 'data_scope listed_company seller wallet_check'.split(' ')

test('every table with a person and a company goes along or stays', async () => {
  const [{ body } = { body: '' }] = await bench.product.rows<{ body: string }>(
    `select prosrc as body from pg_proc where proname = 'follow_company'`,
  )
  const following = [...body.matchAll(/\('(\w+)', (?:null|')/g)].map(([, name = '']) => name)
  const tables = await bench.product.rows<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace and (select count(*) from pg_attribute a
         where a.attrelid = c.oid and a.attname in ('company_id', 'user_id', 'owner_kind') and not a.attisdropped) > 1`,
  )
  expect([...following, ...staying, ...ofOthers].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  )
  const late = await bench.person()
  await changeTo(late.userId, south)
  for (const name of following) {
    const person = name === 'payout_address' ? 'owner_id' : 'user_id'
    const left = await bench.product.rows(
      `select 1 as found from ${name} where ${person} = $1 and company_id = $2`,
      [late.userId, houseId],
    )
    expect([name, ...left]).toEqual([name])
  }
})

test('notes on the person and their card go along, and a note on a load stays with the load', async () => {
  const person = await personOfNorth()
  const load = await bench.quote(person)
  await person.browser.post(`/loads/${load.id}/cancel`)
  const subjects = { user: person.userId, card: person.card.id, load: load.id }
  for (const [kind, entityId] of Object.entries(subjects)) {
    const written = await ofNorth.browser.post(
      '/notes',
      { kind, entityId, text: `On a ${kind}` },
      { headers: { 'idempotency-key': `note-${entityId}` } },
    )
    expect(written.status).toBe(201)
  }
  expect((await changeTo(person.userId, south)).status).toBe(200)
  const seenBy = async ({ browser }: AdminPerson) =>
    (await browser.get<{ items: { kind: string }[] }>('/notes')).body.data.items.map(({ kind }) => kind)
  expect((await seenBy(ofSouth)).toSorted()).toEqual(['card', 'user'])
  expect(await seenBy(ofNorth)).toEqual(['load'])
})

/** Runs `first`, then `second`, both of which wait for the limits of a person, and answers both. */
const atOnce = async <A, B>(userId: string, first: () => Promise<A>, second: () => Promise<B>) => {
  const client = new pg.Client({ connectionString: bench.product.kernel.config.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query('select from load_limit_use where id = $1 for update', [userId])
  const blocked = async () => {
    // A transaction sees the connections of its first look until it clears them.
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
    return rowCount
  }
  const waiting = (count: number) => expect.poll(blocked, { timeout: 60_000 }).toBe(count)
  const one = first()
  await waiting(1)
  const two = second()
  await waiting(2)
  await client.query('commit')
  await client.end()
  return Promise.all([one, two])
}

test('a quote at the same moment is either seen by the change, or refused after it', async () => {
  const person = await personOfNorth()
  const { id } = await bench.quote(person)
  await person.browser.post(`/loads/${id}/cancel`)
  const changing = async () => prepared(bench.product as never, boss, await callOf(person.userId, south))
  const tooLate = await changing()
  const [quoted, held] = await atOnce(person.userId, () => bench.request(person), tooLate)
  expect([quoted.status, held.body.code]).toEqual([201, 'load_open'])
  await person.browser.post(`/loads/${quoted.body.data.id}/cancel`)
  const inTime = await changing()
  const [changed, refusal] = await atOnce(person.userId, inTime, () => bench.request(person))
  expect([changed.status, refusal.body.code]).toEqual([200, 'card_not_loadable'])
})
