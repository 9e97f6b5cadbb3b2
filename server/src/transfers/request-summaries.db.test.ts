import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTwoPeople } from '../approvals/two-people.test-kit.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
let owner: pg.Client
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
  await world.fund(world.norte, 9_000_000n)
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await product.stop()
})

/** Changes a stored request as no statement of the product can. */
const rewrite = async (id: string, change: string) => {
  await owner.query('set session_replication_role = replica')
  const { rowCount } = await owner.query(`update approval set ${change} where id = $1`, [id])
  expect(rowCount).toBe(1)
}
type RequestOfList = { id: string; senderName: string; receiverName: string; total: string; fee: string }
const listed = async () =>
  (await world.ofNorte.browser.get<{ items: RequestOfList[] }>('/transfers/requests')).body.data.items

test('a list reads the summary of a request and not its content, but of one without a summary', async () => {
  const request = (total: string, fee: string) =>
    people.request(world.ofNorte, '/transfers', {
      fromOwnerId: world.norte,
      fromWallet: 'regular',
      toOwnerId: world.andes,
      toWallet: 'regular',
      total,
      fee,
      reason: 'Advance',
    })
  const earlier = await request('20000.00', '40.00')
  const id = await request('30000.00', '60.00')
  const before = await listed()
  const sides = { senderName: 'Norte', receiverName: 'Andes', wallet: 'regular' }
  expect(before).toMatchObject([
    { ...sides, id, total: '30000.00', fee: '60.00' },
    { ...sides, id: earlier, total: '20000.00', fee: '40.00' },
  ])
  // This content can no longer be decrypted.
  await rewrite(id, String.raw`encrypted = '\x00'`)
  await rewrite(earlier, 'encrypted_summary = null')
  expect(await listed()).toEqual(before)
  const file = await world.ofNorte.browser.post<{ url: string }>('/transfers/requests/export', {})
  const { text } = await world.ofNorte.browser.get(file.body.data.url.replace(/^\/api/, ''))
  expect(text).toContain('30000.00,60.00')
  expect(text).toContain('20000.00,40.00')
})

test('the summary is encrypted, is that of its own request, and never changes', async () => {
  const [first, second] = await listed()
  const { rows } = await owner.query<{ text: string }>(
    `select encode(encrypted_summary, 'escape') as text from approval where id = $1`,
    [first?.id],
  )
  expect(rows[0]?.text).not.toContain(world.andes)
  await owner.query('set session_replication_role = origin')
  await expect(
    owner.query('update approval set encrypted_summary = null where id = $1', [first?.id]),
  ).rejects.toThrow('what was requested never changes')
  await rewrite(
    second?.id ?? '',
    `encrypted_summary = (select encrypted_summary from approval where id = '${first?.id}')`,
  )
  expect((await world.ofNorte.browser.get('/transfers/requests')).status).toBe(500)
})
