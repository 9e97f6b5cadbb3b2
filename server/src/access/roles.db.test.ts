import { permissionTags } from '@cardamom/contract/permission-tags'
import { endpoint } from '@cardamom/contract/endpoint'
import { roleNames, superRole } from '@cardamom/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { tagsOf } from './permission.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { readMatrix } from './roles-matrix.test-kit.ts'

const matrix = readMatrix()
const roles = Object.keys(roleNames).map(Number)
const visible = ['own', 'company', 'below', 'elsewhere'] as const
const relations = [...visible, 'hidden'] as const
type Relation = (typeof relations)[number]

/**
 * What each role sees of the people: itself, its company, the companies below, any other, one that is hidden from
 * administrators. A provider sub-admin (10) sees listed companies, and none is listed here.
 */
const sees: Readonly<Record<number, readonly Relation[]>> = {
  1: visible,
  2: ['own'],
  3: visible,
  4: relations,
  5: ['own', 'company', 'below'],
  6: relations,
  7: ['own'],
  8: ['own'],
  9: ['own', 'company'],
  10: [],
  11: relations,
}

/** For each tag, a call that needs it and does not check whose row it reads. */
const probe = ({ mount }: Kernel) => {
  for (const { tag } of permissionTags) {
    const readPerson = endpoint({
      method: 'GET',
      path: `/probe/${tag}/:id`,
      summary: 'A person',
      who: tag,
      params: z.object({ id: z.uuid() }),
      output: z.object({ id: z.string() }),
      refusals: { record_not_found: 404 },
    })
    mount(readPerson, async ({ sql, params }) => {
      const found = await sql.maybe<{ id: string }>('select id from app_user where id = $1', [params.id])
      return found ? accepted(found) : refused('record_not_found')
    })
  }
}

let product: PeopleProduct
const browsers = new Map<number, TestBrowser>()
const targets = new Map<number, Record<Relation, string>>()

beforeAll(async () => {
  product = await createPeopleProduct({ probe, env: { RATE_LIMITS: 'off' } })
  const company = await makeCompany(product, { slug: 'norte' })
  const below = await makeCompany(product, { slug: 'andes', parentId: company })
  const other = await makeCompany(product, { slug: 'sur' })
  const hidden = await makeCompany(product, { slug: 'hidden', visibleToAdm: false })
  const person = (name: string, companyId: string) =>
    makeUser(product, { email: `${name}@example.com`, roleId: 2, companyId })
  const others = {
    company: await person('colleague', company),
    below: await person('below', below),
    elsewhere: await person('elsewhere', other),
    hidden: await person('hidden', hidden),
  }
  for (const roleId of roles) {
    const login = `role${roleId}`
    const own = await makeUser(product, { email: `${login}@example.com`, roleId, companyId: company })
    targets.set(roleId, { ...others, own })
    browsers.set(roleId, await logIn(product, login))
  }
})
afterAll(() => product.stop())

const browserOf = (roleId: number): TestBrowser => {
  const browser = browsers.get(roleId)
  if (!browser) throw new Error(`Nobody has role ${roleId}`)
  return browser
}

test('the catalogue has the decided tags of every role', () => {
  expect(permissionTags.map(({ tag }) => tag)).toEqual([...matrix.keys()])
  for (const { tag, byDefault, grantable } of permissionTags) {
    for (const roleId of roles.filter((each) => each !== superRole)) {
      const wanted = matrix.get(tag)?.get(roleId)
      const isDefault = (byDefault as readonly number[]).includes(roleId)
      const isGrantable = (grantable as readonly number[]).includes(roleId)
      expect(`${tag} ${roleId} ${isDefault ? 'D' : isGrantable ? 'G' : '-'}`).toBe(
        `${tag} ${roleId} ${wanted}`,
      )
      expect(tagsOf({ roleId, addedTags: null, removedTags: null }).has(tag)).toBe(wanted === 'D')
    }
  }
})

test.each(roles)(
  'role %i, every tag and every company: 403 without the tag, 404 out of scope, else the row',
  async (roleId) => {
    const browser = browserOf(roleId)
    const target = targets.get(roleId)
    const [wanted, seen]: [string[], string[]] = [[], []]
    for (const [tag, holders] of matrix) {
      for (const position of relations) {
        const status = holders.get(roleId) !== 'D' ? 403 : sees[roleId]?.includes(position) ? 200 : 404
        const answer = await browser.get(`/probe/${tag}/${target?.[position]}`)
        wanted.push(`${tag} ${position} ${status}`)
        seen.push(`${tag} ${position} ${answer.status}`)
      }
    }
    expect(seen).toHaveLength(99 * 5)
    expect(seen).toEqual(wanted)
  },
)

test('every call with a tag refuses each role without it, also for an unknown id', async () => {
  const calls = product.calls.filter(({ who, path }) => matrix.has(who) && !path.startsWith('/probe'))
  const answered: string[] = []
  for (const { method, path, who } of calls) {
    for (const roleId of roles.filter((each) => matrix.get(who)?.get(each) !== 'D')) {
      const unknown = path.replaceAll(/:\w+/g, '01980000-0000-7000-8000-00000000dead')
      const headers = { 'idempotency-key': `${roleId}-of-nobody` }
      const sent = method === 'GET' ? { headers } : { headers, body: {} }
      const { status, body } = await browserOf(roleId).send(method as 'GET' | 'POST', `${unknown}`, sent)
      if (status !== 403 || body.code !== 'permission_denied')
        answered.push(`${method} ${path} ${roleId}: ${status} ${body.code}`)
    }
  }
  expect(calls.length).toBeGreaterThan(4)
  expect(answered).toEqual([])
})
