import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { allTenants } from '../kernel/database.ts'

/** A new installation has no administrator who could make others. */
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const run = (...args: string[]) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../operate.ts'), ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_APP_URL: product.kernel.config.DATABASE_APP_URL,
        PUBLIC_URL: 'https://cards.example',
      },
    },
  )
  return { status, said: stdout.trim() }
}
const linkIn = (said: string) => /^https:\/\/cards\.example\/recover\/([\w-]{43})$/m.exec(said)?.[1] ?? ''
const open = (token: string, password: string) =>
  createTestBrowser(product.kernel.app).post(`/recoveries/${token}`, { password, confirmation: password })
const password = 'a long and rare password'

test('the first two are made by the operator, each with a link that works once', async () => {
  const first = run('create-admin', 'Olga@cards.example', 'Olga', 'Prado')
  expect(first).toMatchObject({ status: 0 })
  const token = linkIn(first.said)
  expect(first.said).toContain('Open this within an hour; it works once:')
  const short = await open(token, 'short')
  expect(short.status).toBe(422)
  const chosen = await open(token, password)
  expect(chosen).toMatchObject({ status: 200, body: { data: { email: 'olga@cards.example' } } })
  expect((await open(token, password)).status).toBe(410)
  const login = await createTestBrowser(product.kernel.app).post('/sessions', {
    login: 'olga@cards.example',
    password,
  })
  expect(login.status).toBe(201)
  const roles = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select role_id, email_verified_at is not null as verified from app_user'),
  )
  expect(roles).toEqual([{ role_id: 6, verified: true }])
})

test('an unused link that expired is made again, and a person with a password gets none', () => {
  const second = run('create-admin', 'pilar@cards.example', 'Pilar', 'Soto')
  const again = run('create-admin', 'pilar@cards.example', 'Pilar', 'Soto')
  expect(again.said).toContain('A new link for pilar@cards.example')
  expect(linkIn(again.said)).not.toBe(linkIn(second.said))
  expect(run('create-admin', 'olga@cards.example', 'Olga', 'Prado')).toEqual({
    status: 1,
    said: 'olga@cards.example has chosen a password: replace a forgotten one at /recover.',
  })
})

test('a third administrator is made in the product, by one and confirmed by the other', () => {
  expect(run('create-admin', 'third@cards.example', 'Tere', 'Cruz')).toMatchObject({ status: 1 })
  expect(run('create-admin', 'no address', 'Tere', 'Cruz')).toEqual({
    status: 1,
    said: 'the e-mail address is not valid.',
  })
  expect(run('create-admin', 'third@cards.example', 'Tere')).toMatchObject({ status: 1 })
})

test('the audit has an entry for each', async () => {
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows(`select action, actor_kind from audit where action like 'admin.%' order by id`),
  )
  expect(rows).toEqual([
    { action: 'admin.created', actor_kind: 'job' },
    { action: 'admin.created', actor_kind: 'job' },
    { action: 'admin.link_renewed', actor_kind: 'job' },
  ])
})
