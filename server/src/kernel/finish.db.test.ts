import { endpoint } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { accepted } from './answer.ts'
import { allTenants } from './database.ts'
import type { Handler } from './mount-context.ts'

const shared = { summary: 'Test', who: 'public', effect: 'outside', output: z.null(), refusals: {} } as const
const recorded = endpoint({ ...shared, method: 'POST', path: '/recorded' })
const replayed = endpoint({ ...shared, method: 'POST', path: '/replayed', audited: false, idempotent: true })
const auditedRead = endpoint({ ...shared, method: 'GET', path: '/audited-read', audited: true })
const unrecorded = endpoint({ ...shared, method: 'POST', path: '/unrecorded', audited: false })
const plainRead = endpoint({ ...shared, method: 'GET', path: '/plain-read' })

const withoutFinish = async () => accepted(null)
// The audit row and the stored answer of these calls belong to the last transaction.
// @ts-expect-error -- an audited call ends in `finish`
const wrong: Handler<typeof recorded> = withoutFinish
// @ts-expect-error -- a call with a stored answer ends in `finish`
const alsoWrong: Handler<typeof replayed> = withoutFinish
// @ts-expect-error -- an audited read ends in `finish`
const wrongRead: Handler<typeof auditedRead> = withoutFinish
const right: Handler<typeof unrecorded> = withoutFinish
const rightRead: Handler<typeof plainRead> = withoutFinish
const finished: Handler<typeof auditedRead> = ({ finish }) => finish(null)

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct({
    probe: ({ mount }) => {
      mount(recorded, wrong)
      mount(replayed, alsoWrong)
      mount(unrecorded, right)
      mount(plainRead, rightRead)
      mount(auditedRead, finished)
    },
  })
})
afterAll(() => product.stop())

const audited = (action: string) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows('select 1 from audit where action = $1', [action]))

test('an outside call that writes an audit row or an answer is accepted only by its last transaction', async () => {
  const browser = createTestBrowser(product.kernel.app)
  const key = { 'idempotency-key': 'key-of-test' }
  const answers = [
    await browser.post('/recorded', {}),
    await browser.send('POST', '/replayed', { body: {}, headers: key }),
    await browser.post('/unrecorded', {}),
    await browser.get('/plain-read'),
    await browser.get('/audited-read'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 200, 200, 200])
  expect(await audited('GET /audited-read')).toHaveLength(1)
  expect(wrongRead).toBe(withoutFinish)
})
