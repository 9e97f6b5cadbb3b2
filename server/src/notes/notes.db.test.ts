import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { NoteKind } from '@cardamom/contract/notes/note-entities'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { createAdmin, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'

type NoteWire = {
  id: string
  text: string
  version: number
  pinned: boolean
  isMine: boolean
  entityName: string
  companyId: string
  author: { id: string; name: string }
  mentions: { id: string; name: string }[]
  editedAt: string | null
}
type Body = { kind?: NoteKind; entityId?: string; text?: string; mentions?: string[] }

let product: PeopleProduct
let [owner, first, second, viewer, elsewhere] = [] as unknown as [Admin, Admin, Admin, Admin, Admin]
let [userId, userElsewhere, sur] = ['', '', '']
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  sur = await makeCompany(product, { slug: 'sur' })
  owner = await createAdmin(product, { name: 'owner', roleId: 6 })
  first = await createAdmin(product, { name: 'first', roleId: 1 })
  second = await createAdmin(product, { name: 'second', roleId: 1 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  elsewhere = await createAdmin(product, { name: 'elsewhere', roleId: 5, companyId: sur })
  userId = await makeUser(product, { email: 'holder@example.com', roleId: 2 })
  userElsewhere = await makeUser(product, { email: 'holder-sur@example.com', roleId: 2, companyId: sur })
})
afterAll(() => product.stop())

const write = ({ browser }: Admin, body: Body = {}, key = newKey()) =>
  browser.post<NoteWire>(
    '/notes',
    { kind: 'user', entityId: userId, text: 'Called about the card', ...body },
    { headers: { 'idempotency-key': key } },
  )
const written = async (by: Admin, body: Body = {}) => {
  const answer = await write(by, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}
const edit = ({ browser }: Admin, { id, version }: NoteWire, text: string, mentions: string[] = []) =>
  browser.patch<NoteWire>(`/notes/${id}`, { text, mentions }, { headers: { 'if-match': `"${version}"` } })
const remove = ({ browser }: Admin, { id }: NoteWire) => browser.send('DELETE', `/notes/${id}`)
const of = (by: Admin, entityId = userId, kind: NoteKind = 'user', more = '') =>
  by.browser.get<{ items: NoteWire[]; count: number; next: string | null }>(
    `/notes/entity?kind=${kind}&entityId=${entityId}${more}`,
  )
const listed = async ({ browser }: Admin, query = '') =>
  (await browser.get<{ items: NoteWire[]; count: number }>(`/notes${query}`)).body.data
const rows = <T extends object>(text: string, values: readonly unknown[] = []) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows<T>(text, values as never))

describe('a note', () => {
  it('is stored once for a double press, with its lines and signs as they were typed', async () => {
    const text = '<b onclick="alert(1)">Ñandú</b>\n\n  second & line'
    const key = newKey()
    const answers = [
      await write(first, { text: `  ${text}\r\n` }, key),
      await write(first, { text: `  ${text}\r\n` }, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [note] = (await of(second)).body.data.items
    expect(note).toMatchObject({
      id: answers[0]?.body.data.id,
      text,
      author: { id: first.userId, name: 'Ana Paz' },
      entityName: 'Ana Paz',
      isMine: false,
      editedAt: null,
    })
    expect((await listed(first, `?entityId=${userId}&q=ñandu`)).items).toHaveLength(1)
    expect(answers[1]?.body.data.id).toBe(note?.id)
  })

  it('has 1 to 2,000 letters, without invisible ones', async () => {
    const wrong = ['', ' \n ', 'a'.repeat(2001), 'a\u0000b', 'a\u202eb']
    for (const text of wrong) expect((await write(first, { text })).status).toBe(422)
    expect((await write(first, { text: 'e\u0301'.repeat(2000) })).body.data.text).toBe('é'.repeat(2000))
  })

  it('is edited by its author alone, who learns what another tab saved', async () => {
    const note = await written(first)
    expect((await edit(second, note, 'Not mine')).body.code).toBe('permission_denied')
    const edited = await edit(first, note, 'Called twice')
    expect(edited.body.data).toMatchObject({ text: 'Called twice', version: 2 })
    expect(edited.body.data.editedAt).not.toBeNull()
    const late = await edit(first, note, 'From the other tab')
    expect([late.status, late.body.code, late.body.data.text]).toEqual([
      409,
      'record_changed',
      'Called twice',
    ])
    const without = await first.browser.patch(`/notes/${note.id}`, { text: 'x', mentions: [] })
    expect(without.status).toBe(422)
  })

  it('is pinned and removed by whoever may write notes, and the audit has each step', async () => {
    const note = await written(first, { text: 'Wrong person' })
    await edit(first, note, 'Right person')
    const pinned = await second.browser.post<NoteWire>(`/notes/${note.id}/pin`, { pinned: true })
    expect(pinned.body.data).toMatchObject({ pinned: true, version: 2 })
    await written(first, { text: 'A later note' })
    expect((await of(first)).body.data.items[0]?.id).toBe(note.id)
    expect((await listed(first, '?pinned=true')).items.map(({ id }) => id)).toEqual([note.id])
    expect((await remove(second, note)).status).toBe(200)
    expect((await remove(second, note)).status).toBe(404)
    const changes = await rows<{ action: string; actor_id: string; user_id: string }>(
      `select a.action, a.actor_id, c.user_id from audit_change c join audit a on a.id = c.audit_id
       where c.entity = 'note' and c.entity_id = $1 order by a.id`,
      [note.id],
    )
    expect(changes.map(({ action, actor_id, user_id }) => [action, actor_id, user_id])).toEqual([
      ['POST /notes', first.userId, userId],
      ['PATCH /notes/:id', first.userId, userId],
      ['POST /notes/:id/pin', second.userId, userId],
      ['DELETE /notes/:id', second.userId, userId],
    ])
    const plain = await rows('select 1 from audit_change where before::text || after::text like $1', [
      '%Right person%',
    ])
    expect(plain).toEqual([])
  })
})

describe('who may not see an object', () => {
  it('neither reads nor writes its notes, and is not shown them in the list', async () => {
    const note = await written(owner, { text: 'For the operator' })
    expect((await of(elsewhere)).status).toBe(404)
    expect((await write(elsewhere)).status).toBe(404)
    expect((await edit(elsewhere, note, 'x')).status).toBe(404)
    expect((await elsewhere.browser.post(`/notes/${note.id}/pin`, { pinned: true })).status).toBe(404)
    expect((await remove(elsewhere, note)).status).toBe(404)
    const own = await written(elsewhere, { entityId: userElsewhere, text: 'Ours' })
    expect((await listed(elsewhere)).items.map(({ id }) => id)).toEqual([own.id])
    expect((await listed(elsewhere, `?id=${note.id}`)).items).toEqual([])
    expect((await listed(owner, `?id=${own.id}`)).items).toMatchObject([{ companyId: sur }])
  })

  it('is refused the kind without its tag, also by the list', async () => {
    const onAdmin = await written(owner, { kind: 'admin', entityId: viewer.userId })
    const depositor = await createAdmin(product, { name: 'depositor', roleId: 4 })
    expect((await of(depositor, viewer.userId, 'admin')).status).toBe(403)
    expect((await write(depositor, { kind: 'admin', entityId: viewer.userId })).status).toBe(403)
    expect((await listed(depositor, '?kind=admin')).items).toEqual([])
    expect((await remove(depositor, onAdmin)).status).toBe(404)
    expect((await listed(owner, '?kind=admin')).items.map(({ id }) => id)).toContain(onAdmin.id)
  })

  it('only reads without the tag that writes', async () => {
    const note = await written(first)
    expect((await of(viewer)).body.data.items.map(({ id }) => id)).toContain(note.id)
    expect((await write(viewer)).status).toBe(403)
    expect((await remove(viewer, note)).status).toBe(403)
    expect((await viewer.browser.get(`/notes/mentionable?kind=user&entityId=${userId}`)).status).toBe(403)
    const holder = await createAdmin(product, { name: 'seller', roleId: 7 })
    expect((await of(holder)).status).toBe(403)
  })

  it('finds no object of another kind under an id', async () => {
    expect((await of(owner, userId, 'admin')).status).toBe(404)
    expect((await of(owner, userId, 'company')).status).toBe(404)
    expect((await of(owner, first.userId, 'user')).status).toBe(404)
    expect((await of(owner, houseId, 'company')).status).toBe(200)
  })
})

test('a note on what belongs to the installation stays in the company of its author', async () => {
  const type = { kind: 'card_type' as const, entityId: '00000000-0000-7000-8000-000000000901' }
  const plan = { kind: 'plan' as const, entityId: '00000000-0000-7000-8000-000000000911' }
  for (const each of [type, plan]) {
    const note = await written(elsewhere, each)
    expect(note).toMatchObject({ companyId: sur, entityName: expect.stringMatching(/\w/) as string })
    await written(owner, { ...each, text: 'Of the operator' })
    expect((await of(elsewhere, each.entityId, each.kind)).body.data.items.map(({ id }) => id)).toEqual([
      note.id,
    ])
    expect((await of(owner, each.entityId, each.kind)).body.data.count).toBe(2)
  }
  // A provider sub-admin does not see their own company.
  const provider = await createAdmin(product, { name: 'provider', roleId: 10 })
  expect((await write(provider, type)).body.code).toBe('permission_denied')
})

describe('a mention', () => {
  const offered = async (by: Admin, q = '', entityId = userId) =>
    (
      await by.browser.get<{ items: { id: string }[] }>(
        `/notes/mentionable?kind=user&entityId=${entityId}&q=${q}`,
      )
    ).body.data.items.map(({ id }) => id)

  it('is offered and possible only for colleagues of the scope who may see the object', async () => {
    const blind = await createAdmin(product, { name: 'blind', roleId: 9 })
    expect(await offered(first, 'second')).toEqual([second.userId])
    expect(await offered(first)).not.toContain(blind.userId)
    expect(await offered(owner)).not.toContain(elsewhere.userId)
    expect(await offered(owner, '', userElsewhere)).toContain(elsewhere.userId)
    for (const id of [blind.userId, elsewhere.userId, userId, product.kernel.ids.next()]) {
      const answer = await write(first, { mentions: [id] })
      expect([answer.status, answer.body.code]).toEqual([409, 'mention_not_possible'])
    }
    const note = await written(first, {
      text: 'See this, @Ana Paz',
      mentions: [second.userId, second.userId],
    })
    expect(note.mentions).toEqual([{ id: second.userId, name: 'Ana Paz' }])
    expect((await edit(first, note, 'x', [blind.userId])).body.code).toBe('mention_not_possible')
    expect((await listed(second, '?mentionsMe=true')).items.map(({ id }) => id)).toEqual([note.id])
    expect((await listed(first, '?mentionsMe=true')).items).toEqual([])
  })
})

test('the pages of ten thousand notes on one person hold each note once, pinned ones first', async () => {
  const entityId = await makeUser(product, { email: 'much@example.com', roleId: 2 })
  const { ids, clock } = product.kernel
  const all = Array.from({ length: 10_050 }, () => ids.next())
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into note (id, company_id, kind, entity_id, author_id, text, created_at, pinned)
       select id, $1, 'user', $2, $3, 'note ' || n, $4, n = 1 from unnest($5::uuid[]) with ordinality as t(id, n)`,
      [houseId, entityId, first.userId, clock.now(), all],
    ),
  )
  const start = (await of(first, entityId)).body.data
  expect([start.items.length, start.count, start.items[0]?.id]).toEqual([20, 10_001, all[0]])
  const seen = new Set<string>()
  let next: string | null = null
  do {
    const page: typeof start = (await of(first, entityId, 'user', next === null ? '' : `&after=${next}`)).body
      .data
    for (const { id } of page.items) seen.add(id)
    next = seen.size < 200 ? page.next : null
  } while (next !== null)
  expect(seen.size).toBe(200)
  const page = await listed(first, `?entityId=${entityId}&limit=200`)
  expect([page.items.length, page.count]).toEqual([200, 10_000])
})
