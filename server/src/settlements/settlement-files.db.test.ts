import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { readSettlementCheck } from '@cardamom/contract/settlements/settlement-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { createBlockSigner } from '../ledger/block-signer.ts'
import { signingKeyOf } from '../ledger/signing-key.ts'
import { createSettlementWorld, type SettlementWorld, type TestShare } from './settlement-world.test-kit.ts'

const seed = randomBytes(32).toString('base64')
const key = signingKeyOf(seed)
const folder = mkdtempSync(join(tmpdir(), 'settlement-files-'))
const keyFile = join(folder, 'key.pem')
let product: PeopleProduct
let world: SettlementWorld
let boss: AdminPerson
let settlementId = ''
let rosa = ''
let ownSettlementId = ''

const basis = async (share: TestShare, gross: number, rates: number[], chain: object[]) => {
  await world.rows('alter table load disable trigger user')
  await world.rows('update load set gross_cents = $2, rates = $3, chain = $4 where id = $1', [
    share.loadId,
    gross,
    rates,
    JSON.stringify(chain),
  ])
  await world.rows('alter table load enable trigger user')
}
const rates = [10_000, 5_000, 7_500, 5_000, 2_500]
const on = (ownerId: string, level: number, part?: string) => ({
  ownerKind: 'company',
  ownerId,
  companyId: ownerId,
  level,
  ...(part === undefined ? {} : { partHundredthsBp: part }),
})
const idOf = async (ownerId: string) => {
  const [row] = await world.rows<{ id: string }>(
    "select id from settlement where owner_id = $1 and status = 'paid' order by id desc limit 1",
    [ownerId],
  )
  return row?.id ?? ''
}
const sign = async () => {
  const { db, signerDb, clock } = product.kernel
  await createBlockSigner({ db, signerDb, clock, key }).signNow()
}

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off', LEDGER_SIGNING_KEY: seed } })
  world = await createSettlementWorld(product)
  writeFileSync(keyFile, createPublicKey(key.publicKeyPem).export({ type: 'spki', format: 'pem' }))
  const { norte } = world
  const sur = await makeCompany(product, { slug: 'sur', name: 'Sur', parentId: norte })
  rosa = await makeUser(product, { email: 'rosa@example.com', roleId: 8, companyId: sur })
  const toSur = (part: string) => [on(norte, 1), on(sur, 2), on(rosa, 4, part), on(world.first.userId, 4)]
  const early = await world.share({ ownerId: sur, cents: 150n })
  await basis(early, 20_000, rates, [on(sur, 2), on(norte, 3)])
  await world.nextPeriod()
  await world.run()
  await world.reverse(early, 150n)
  // Level 3 has nobody, so its rate is level 2's: 0.75 % + 0.50 % of 333.33 is 4.16.
  await basis(await world.share({ ownerId: sur, cents: 416n }), 33_333, rates, toSur('800000'))
  const third = await world.share({ ownerId: sur, cents: 1_250n })
  await basis(third, 100_000, rates, toSur('800000'))
  await world.reverse(third, 250n)
  await basis(
    await world.share({ ownerId: rosa, companyId: sur, cents: 66n }),
    33_333,
    rates,
    toSur('800000'),
  )
  const rest = [on(norte, 1), on(world.first.userId, 4, '800000'), on(rosa, 4)]
  await basis(await world.share({ ownerId: rosa, companyId: sur, cents: 17n }), 33_333, rates, rest)
  await world.share({ ownerId: rosa, companyId: sur, cents: 5n })
  await world.nextPeriod()
  await world.run()
  await world.rows("update share set accepted_at = due_at - interval '2 days'")
  // Sessions of before have ended meanwhile.
  boss = await makeAdmin(product, { name: 'boss', roleId: 1 })
  settlementId = await idOf(sur)
  ownSettlementId = await idOf(rosa)
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.end()
  await product.stop()
})

const address = (by: AdminPerson, format: string, id = settlementId) =>
  confirmed<{ url: string }>(product, by, {
    method: 'POST',
    path: '/settlements/file/export',
    body: { settlementId: id, format },
  })
const fetched = async (by: AdminPerson, format: string, id = settlementId) => {
  const made = await address(by, format, id)
  if (made.status !== 201) throw new Error(made.text)
  return (await by.browser.get(made.body.data.url.replace('/api', ''))).text
}
const ownFile = async (format: string, id = ownSettlementId) => {
  const browser = await logIn(product, 'rosa')
  const headers = { lang: 'es' }
  const body = { settlementId: id, format }
  const made = await browser.post<{ url: string }>('/wallet/settlements/file/export', body, { headers })
  if (made.status !== 201) return made.text
  return (await browser.get(made.body.data.url.replace('/api', ''))).text
}
const verdict = (text: string, keys = keyFile) => {
  const file = join(folder, 'settlement.jsonl')
  writeFileSync(file, text)
  const tool = join(import.meta.dirname, '../../../tools/verify-settlement.mjs')
  const { status, stdout } = spawnSync(process.execPath, [tool, '--key', keys, file], { encoding: 'utf8' })
  return { status, text: stdout.replace(file, 'file') }
}
type Line = Record<string, unknown>
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('there is no file before a block with its journal is signed', async () => {
  const made = await address(boss, 'csv')
  expect([made.status, made.body.code]).toEqual([409, 'not_signed_yet'])
  await sign()
  expect((await address(boss, 'csv')).status).toBe(201)
})

test('the checker recomputes a settlement with rolled-up rates, a reversal before and one after it was paid', async () => {
  const text = await fetched(boss, 'json')
  expect(linesOf(text).find((line) => 'figures' in line)?.['figures']).toEqual({
    shares: 2,
    lines: 1,
    matured: '14.16',
    added: '0.00',
    deducted: '0.00',
    owedBefore: '1.50',
    recovered: '1.50',
    owedAfter: '0.00',
    allowance: '0.00',
    paid: '12.66',
  })
  expect(linesOf(text)[2]).toMatchObject({
    source: 'load',
    basis: { gross: '1000.00', rates: ['0.75', '0.50'], part: null, others: [] },
    earned: '12.50',
    takenBack: '2.50',
    settled: '10.00',
  })
  const { status, text: said } = verdict(text)
  expect(said).toMatch(
    /^right {2}file: settlement S-\w+ of Sur \(reference and name are not proved\), regular wallet, to [\dT:.-]+Z\n/,
  )
  expect(said).toContain('2 shares of 14.16 and 1 other lines')
  expect(said).toContain('owed 1.50 before and 0.00 after, paid 12.66')
  expect(status).toBe(0)
  expect(await fetched(boss, 'json')).toBe(text)
})

test('a person gets the file of their own settlement, with parts of a level, and no other owner in it', async () => {
  const text = await ownFile('json')
  expect(linesOf(text).flatMap((line) => ('share' in line ? [line['basis']] : []))).toEqual([
    { gross: '333.33', rates: ['0.25'], part: '80.00', others: [] },
    { gross: '333.33', rates: ['0.25'], part: null, others: ['80.00'] },
    null,
  ])
  expect(verdict(text)).toMatchObject({
    status: 0,
    text: expect.stringContaining('the rates of 1 shares were not recorded'),
  })
  for (const other of [world.norte, world.first.userId]) expect(text).not.toContain(other)
  expect(await ownFile('csv')).toMatch(
    /Participación de una carga,L-\d+,[\dT:.-]+Z,333\.33,0\.25,80\.00,0\.66,/,
  )
  expect(await ownFile('json', settlementId)).toContain('record_not_found')
})

test('the CSV and PDF files have every share and the proof', async () => {
  const csv = await fetched(boss, 'csv')
  expect(csv).toMatch(/Share of a load,L-\d+,[\dT:.-]+Z,333\.33,0\.75 \+ 0\.50,,4\.16,0\.00,4\.16,/)
  expect(csv).toMatch(/Recovered: reversed share,L-\d+,,,,,,,-1\.50,/)
  expect(csv).toMatch(/Owed before,,,,,,,,1\.50,/)
  expect(csv).toMatch(/Signature,,,,,,,,,[0-9a-f]{128}\r\n/)
  const pdf = await fetched(boss, 'pdf')
  expect([pdf.startsWith('%PDF-'), Number(/\/Count (\d+)/.exec(pdf)?.[1])]).toEqual([true, 3])
})

test('nobody gets the file of a settlement outside of their scope, or without the permission for files', async () => {
  const west = await makeCompany(product, { slug: 'west', name: 'West' })
  const ofWest = await makeAdmin(product, { name: 'of-west', roleId: 5, companyId: west })
  expect((await address(ofWest, 'csv')).status).toBe(404)
  expect((await address(await makeAdmin(product, { name: 'viewer', roleId: 3 }), 'csv')).status).toBe(403)
  const draft = await world.copySettlement(
    settlementId,
    `jsonb_build_object('id', gen_random_uuid(), 'status', 'draft', 'period_end', s.period_end - interval '1 year',
      'paid_cents', null, 'owed_before_cents', null, 'owed_after_cents', null, 'allowance_cents', null)`,
  )
  expect((await address(boss, 'csv', draft)).body.code).toBe('record_changed')
})

test('the checker finds a change of any field, and names it', async () => {
  const lines = linesOf(await fetched(boss, 'json'))
  const [head, share, , line, figures, proof] = lines as [Line, Line, Line, Line, Line, Line]
  const at = (changed: Line, original: Line) =>
    `${lines.map((each) => JSON.stringify(each === original ? changed : each)).join('\n')}\n`
  const owner = head['owner'] as Line
  const proven = proof['proof'] as Line & { path: string[]; opened: { text: string; salt: string }[] }
  const opened = proven.opened
  const later = new Date(Date.parse(head['paidAt'] as string) + 1).toISOString()
  const wrong: [string, string][] = [
    ['the first line has another format', at({ ...head, format: 'cardamom settlement 2' }, head)],
    ['another command', at({ ...head, id: rosa }, head)],
    ['not that of the beneficiary, wallet and period', at({ ...head, owner: { ...owner, id: rosa } }, head)],
    ['not that of the beneficiary, wallet and period', at({ ...head, wallet: 'immediate' }, head)],
    ['effective at another time than paidAt', at({ ...head, paidAt: later }, head)],
    ['earned of share', at({ ...share, basis: { ...(share['basis'] as Line), gross: '343.33' } }, share)],
    ['earned of share', at({ ...share, basis: { ...(share['basis'] as Line), rates: ['0.75'] } }, share)],
    ['earned of share', at({ ...share, basis: { ...(share['basis'] as Line), part: '50' } }, share)],
    ['earned of share', at({ ...share, earned: '4.17', settled: '4.17' }, share)],
    ['settled of share', at({ ...share, takenBack: '0.01' }, share)],
    ['is due before it was accepted', at({ ...share, acceptedAt: later }, share)],
    ['is due after the end of the period', at({ ...share, dueAt: later }, share)],
    ['is in the file twice', `${[head, share, share].map((each) => JSON.stringify(each)).join('\n')}\n`],
    ['the sum of the lines reversal, owed and carried', at({ ...line, amount: '-1.49' }, line)],
    ['the kind of line', at({ ...line, kind: 'gift' }, line)],
    ['the wrong sign', at({ ...line, kind: 'carried' }, line)],
    [
      'the journal is not in the block',
      at({ ...proof, proof: { ...proven, path: ['00'.repeat(32), ...proven.path.slice(1)] } }, proof),
    ],
    [
      'the signature of the block is wrong',
      at({ ...proof, proof: { ...proven, signature: '00'.repeat(64) } }, proof),
    ],
    [
      'another journal than the file names',
      at({ ...proof, journal: { ...(proof['journal'] as Line), id: rosa } }, proof),
    ],
    [
      'the file ends before the proof',
      `${lines
        .slice(0, -1)
        .map((each) => JSON.stringify(each))
        .join('\n')}\n`,
    ],
    ['no JSON object', 'x\n'],
  ]
  for (const [name] of Object.entries(figures['figures'] as Line)) {
    const stated = (figures['figures'] as Line)[name]
    const changed = typeof stated === 'number' ? stated + 1 : '99.99'
    const all = { figures: { ...(figures['figures'] as Line), [name]: changed } }
    wrong.push([
      typeof stated === 'number' ? `${name}, but the figures say` : 'the figure ',
      at(all, figures),
    ])
  }
  for (const [index, part] of opened.entries()) {
    const text = part.text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    const parts = opened.map((each, number) => (number === index ? { ...part, text } : each))
    wrong.push([
      'the proof does not contain this part',
      at({ ...proof, proof: { ...proven, opened: parts } }, proof),
    ])
    if (!part.text.startsWith('leg')) continue
    const without = opened.filter((_, number) => number !== index)
    wrong.push(['the journal books 0.00 on', at({ ...proof, proof: { ...proven, opened: without } }, proof)])
  }
  for (const [reason, text] of wrong) {
    const said = verdict(text)
    expect([said.status, said.text]).toEqual([1, expect.stringContaining(reason)])
  }
  const other = join(folder, 'other.pem')
  writeFileSync(other, signingKeyOf(randomBytes(32).toString('base64')).publicKeyPem)
  expect(verdict(await fetched(boss, 'json'), other).text).toContain('not among the given keys')
}, 60_000)

test('a partner checks the settlement with what the product serves without a login, and with Node alone', async () => {
  const alone = mkdtempSync(join(folder, 'partner-'))
  const served = async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: got, rawPayload } = await product.kernel.app.inject({ url, headers })
    return { statusCode, got, text: rawPayload.toString() }
  }
  const types = {
    'verify-settlement.mjs': 'text/javascript; charset=utf-8',
    'public-key.pem': 'application/x-pem-file',
    'settlement-file.en.md': 'text/markdown; charset=utf-8',
    'settlement-file.es.md': 'text/markdown; charset=utf-8',
  }
  const said = await served('/api/settlement-check', { lang: 'es' })
  const { data } = JSON.parse(said.text) as { data: WireOf<typeof readSettlementCheck> }
  for (const [at, [name, type]] of Object.entries(types).entries()) {
    const { statusCode, got, text } = await served(`/api/settlement-check/${name}`)
    expect([statusCode, got['content-type'], got['content-disposition'], got['cache-control']]).toEqual([
      200,
      type,
      `attachment; filename="${name}"`,
      'public, no-cache',
    ])
    const again = await served(`/api/settlement-check/${name}`, { 'if-none-match': String(got['etag']) })
    expect([again.statusCode, again.text]).toEqual([304, ''])
    expect(data.files[at]).toMatchObject({
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })
    writeFileSync(join(alone, name), text)
  }
  const der = createPublicKey(key.publicKeyPem).export({ type: 'spki', format: 'der' })
  const [first] = await world.rows<{ at: Date }>('select signed_at as at from block where height = 1')
  expect(data.key).toEqual({
    id: key.id,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    since: first?.at.toISOString(),
  })
  expect(data.format[0]).toEqual({ kind: 'heading', text: 'El archivo de una liquidación' })

  const text = await fetched(boss, 'json')
  const check = (name: string, content: string) => {
    writeFileSync(join(alone, name), content)
    const args = ['verify-settlement.mjs', '--key', 'public-key.pem', name]
    return spawnSync(process.execPath, args, { cwd: alone, env: {}, encoding: 'utf8' })
  }
  expect(check('right.jsonl', text)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^right /) })
  const changed = text.replace('"earned":"12.50"', '"earned":"12.51"')
  const { status, stdout } = check('changed.jsonl', changed)
  expect(status).toBe(1)
  expect(stdout).toMatch(
    /^FALSE {2}changed\.jsonl: line 3 of the file: settled of share \S+ is 10\.00, but it is computed as 10\.01/,
  )
})

test('ten thousand shares are in the file', async () => {
  await world.rows(
    `insert into share (id, company_id, owner_id, owner_kind, wallet_type, level, source_kind, source_id, amount_cents,
        accepted_at, due_at, draft_id, settlement_id, settled_cents)
      select gen_random_uuid(), company_id, owner_id, owner_kind, wallet_type, level, source_kind, source_id, amount_cents,
        accepted_at, due_at, draft_id, settlement_id, settled_cents
      from share, generate_series(1, 10000) where draft_id = $1 and amount_cents = 416`,
    [settlementId],
  )
  expect((await fetched(boss, 'json')).match(/^\{"share"/gm)?.length).toBe(10_002)
  expect((await fetched(boss, 'csv')).match(/^Share of a load/gm)?.length).toBe(10_002)
}, 60_000)
