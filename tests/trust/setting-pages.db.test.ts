import type { getSettingPage, listSettingChanges } from '@cardamom/contract/settings/setting-changes'
import { permissionTags } from '@cardamom/contract/permission-tags'
import { settingPageNames, settingPages, settingsOfPage } from '@cardamom/contract/settings/setting-pages'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { makeCompany } from '../support/test-people.ts'
import { createAdmin, createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'

type Page = WireOf<typeof getSettingPage>
type Changes = WireOf<typeof listSettingChanges>

/** A chain with two coins, which no node serves. */
const address = (last: string) => `0x${last.padStart(40, '0')}`
const coins = ['USDC', 'USDT']
const chain = JSON.stringify({
  chainId: 31_337,
  tokens: coins.map((symbol, index) => ({
    symbol,
    name: symbol,
    address: address(`a${index}`),
    decimals: 6,
    network: 'ethereum',
  })),
  feeds: Object.fromEntries(coins.map((symbol) => [symbol, [address('f1'), address('f2')]])),
  forwarderFactory: address('fac'),
  forwarderInitCodeHash: `0x${'11'.repeat(32)}`,
  treasury: address('7e'),
  payoutWallet: address('9a'),
})

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
const who: Record<'boss' | 'second' | 'admin' | 'viewer' | 'member', Admin> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off', EVM_CHAIN: chain } })
  people = createTwoPeople(product)
  const north = await makeCompany(product, { slug: 'north' })
  const below = await makeCompany(product, { slug: 'below', parentId: north })
  who.boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  who.second = await createAdmin(product, { name: 'second', roleId: 6 })
  who.admin = await createAdmin(product, { name: 'admin', roleId: 1 })
  who.viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  who.member = await createAdmin(product, { name: 'member', roleId: 5, companyId: below })
})
afterAll(() => product.stop())
beforeEach(() => product.kernel.db.write(allTenants, (sql) => sql.run('delete from setting')))

const read = async (page: string, by = who.boss) =>
  (await by.browser.get<Page>(`/setting-pages/${page}`)).body.data
const valueOf = async (page: string, key: string) =>
  (await read(page)).settings.find((each) => each.key === key)?.value
const usersOff = [{ tier: 2, module: 'users' }]
const restrict = async (restrictions: object[], by = who.boss) =>
  people.request(by, '/settings/tier-restrictions', {
    version: (await read('tier-restrictions')).version,
    reason: 'Agreed on Monday',
    tierRestrictions: restrictions,
  })

test('no setting is on two pages, and the calls follow the tags of the pages', () => {
  const keys = settingPageNames.flatMap(settingsOfPage)
  expect(new Set(keys).size).toBe(keys.length)
  for (const page of settingPageNames) {
    const call = product.calls.find(({ path }) => path === `/settings/${page}`)
    const tag = permissionTags.find((each) => each.tag === settingPages[page].tag)
    expect([page, call?.who, call?.stepUp, call?.fourEyes === true]).toEqual([
      page,
      settingPages[page].tag,
      tag?.stepUp,
      tag?.fourEyes,
    ])
  }
})

test('a restriction applies at the next request, after a second person approved it', async () => {
  const activate = async () =>
    (await who.member.browser.post(`/users/${who.member.userId}/activate`, { note: 'Back' })).body.code
  expect(await activate()).not.toBe('permission_denied')
  const tags = async () => (await who.member.browser.get('/user/permissions')).text
  expect(await tags()).toContain('"users.view"')
  const id = await restrict(usersOff)
  expect(await tags()).toContain('"users.view"')
  expect((await people.approve(who.boss, id)).body.code).toBe('own_request')
  expect((await people.approve(who.second, id)).body.data.status).toBe('approved')
  expect(await tags()).not.toContain('"users.view"')
  expect(await activate()).toBe('permission_denied')
  const back = await restrict([])
  await people.approve(who.second, back)
  expect(await tags()).toContain('"users.view"')
})

test('the checker sees what would change, before and after', async () => {
  const id = await restrict([...usersOff, { tier: 1, module: 'transfers' }])
  const seen = await people.read(who.second, id)
  expect(seen.body.data).toMatchObject({
    kind: 'changeTierRestrictions',
    reason: 'Agreed on Monday',
    changes: [{ name: 'tierRestrictions', before: '', after: 'T1 transfers, T2 users' }],
  })
})

test('a change of an older version is refused with the present values', async () => {
  const { version } = await read('general')
  const change = (body: object) =>
    people.confirmed<Page>(who.admin, '/settings/general', { version, reason: 'Why', ...body })
  const first = await change({ kycAttemptLimit: 5 })
  expect([first.status, first.body.data.version]).toEqual([200, version + 1])
  const late = await change({ kycReviewHours: 48 })
  expect([late.status, late.body.code, late.body.data.version]).toEqual([409, 'record_changed', version + 1])
  expect(late.body.data.settings.find(({ key }) => key === 'kycAttemptLimit')?.value).toBe(5)
  expect(await valueOf('general', 'kycReviewHours')).toBe(24)
})

test('an approved change of values that changed meanwhile is not made', async () => {
  const old = await restrict(usersOff)
  await people.approve(who.second, await restrict([{ tier: 3, module: 'webhooks' }]))
  expect((await people.approve(who.second, old)).body.data.failure?.code).toBe('record_changed')
  expect(await valueOf('tier-restrictions', 'tierRestrictions')).toEqual([{ tier: 3, module: 'webhooks' }])
})

const rule = (asset: string, over: object = {}) => ({
  asset,
  network: 'ethereum',
  isOffered: true,
  minimum: '0.00',
  ...over,
})

test('coins are changed by two people, who see each rule, and only coins of the chain have one', async () => {
  const change = async (paymentAssets: object[]) =>
    people.confirmed<{ approvalId: string }>(who.boss, '/settings/gateway', {
      version: (await read('gateway')).version,
      reason: 'Agreed on Monday',
      paymentAssets,
    })
  const { body } = await who.viewer.browser.get<{ assets: { symbol: string }[] }>('/payment-assets')
  expect(body.data.assets.map(({ symbol }) => symbol)).toEqual(coins)
  const unknown = await change([rule('DOGE', { isOffered: false })])
  expect(unknown.body.errors).toEqual({ paymentAssets: ['The connected chain does not have this coin.'] })
  expect((await change([rule('USDC'), rule('USDC')])).status).toBe(422)

  const requested = await change([rule('USDT', { isOffered: false }), rule('USDC', { minimum: '50' })])
  const { approvalId } = requested.body.data
  expect((await people.read(who.second, approvalId)).body.data).toMatchObject({
    kind: 'changeGatewaySettings',
    changes: [{ name: 'paymentAssets', before: '', after: 'USDC ethereum 50.00, USDT ethereum off' }],
  })
  expect(await valueOf('gateway', 'paymentAssets')).toEqual([])
  expect((await people.approve(who.second, approvalId)).body.data.status).toBe('approved')
  expect(await valueOf('gateway', 'paymentAssets')).toHaveLength(2)
})

test('the splits of level 4 are changed by two people, from 0 to 100 % and from 0 to 120 months', async () => {
  const change = async (splits: object) =>
    people.confirmed<{ approvalId: string }>(who.boss, '/settings/gateway', {
      version: (await read('gateway')).version,
      reason: 'Agreed on Monday',
      ...splits,
    })
  for (const wrong of ['100.01', '-1', 'most']) {
    const { status, body } = await change({ sellerTwoShare: wrong })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['sellerTwoShare']])
  }
  for (const wrong of [-1, 121, 1.5]) {
    const { status, body } = await change({ referralMonths: wrong })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['referralMonths']])
  }
  const requested = await change({ sellerTwoShare: '62.5', referralMonths: 0 })
  expect(requested.step?.show).toMatchObject({ sellerTwoShare: '62.50', referralMonths: '0' })
  const { approvalId } = requested.body.data
  expect((await people.read(who.second, approvalId)).body.data).toMatchObject({
    kind: 'changeGatewaySettings',
    changes: [
      { name: 'sellerTwoShare', before: '80.00', after: '62.50' },
      { name: 'referralMonths', before: '12', after: '0' },
    ],
  })
  expect(await valueOf('gateway', 'sellerTwoShare')).toBe('80.00')
  expect((await people.approve(who.second, approvalId)).body.data.status).toBe('approved')
  expect([await valueOf('gateway', 'sellerTwoShare'), await valueOf('gateway', 'referralMonths')]).toEqual([
    '62.50',
    0,
  ])
  const rules = await who.viewer.browser.get<object>('/split-rules')
  expect(rules.body.data).toMatchObject({ sellerTwoPart: '62.50', sellerOnePart: '37.50', referralMonths: 0 })
})

test('the fee of a withdrawal is greater than 0, and its switch is off where withdrawals are free', async () => {
  const change = async (fee: object) =>
    people.confirmed<{ approvalId: string }>(who.boss, '/settings/gateway', {
      version: (await read('gateway')).version,
      reason: 'Agreed on Monday',
      ...fee,
    })
  for (const withdrawalFee of ['0', '0.00'])
    expect((await change({ withdrawalsPayFee: true, withdrawalFee })).body.errors).toEqual({
      withdrawalFee: ['This fee must be greater than 0.'],
    })
  const requested = await change({ withdrawalsPayFee: false, withdrawalFee: '0.01' })
  expect(requested.step?.show).toMatchObject({ withdrawalsPayFee: 'off', withdrawalFee: '0.01' })
  expect((await people.approve(who.second, requested.body.data.approvalId)).body.data.status).toBe('approved')
  expect([await valueOf('gateway', 'withdrawalsPayFee'), await valueOf('gateway', 'withdrawalFee')]).toEqual([
    false,
    '0.01',
  ])
})

test('links to explorers are https with one place for a transaction, of networks of the chain, and pages read them', async () => {
  const change = async (explorerLinks: object[]) =>
    people.confirmed<{ approvalId: string }>(who.boss, '/settings/gateway', {
      version: (await read('gateway')).version,
      reason: 'Agreed on Monday',
      explorerLinks,
    })
  const link = 'https://explorer.example/tx/{tx}'
  const config = async () =>
    (await who.boss.browser.get<{ explorerLinks: object[] }>('/config')).body.data.explorerLinks
  expect(await config()).toEqual([])
  for (const wrong of [
    'http://explorer.example/tx/{tx}',
    'javascript:alert({tx})//https://',
    'https://explorer.example/tx/',
    'https://{tx}.example/',
    'https://{tx}',
    'https://someone@explorer.example/{tx}',
    'https://explorer.example/{tx}/{tx}',
  ])
    expect([wrong, (await change([{ network: 'ethereum', link: wrong }])).status]).toEqual([wrong, 422])
  expect((await change([{ network: 'moon', link }])).body.errors).toEqual({
    explorerLinks: ['The connected chain does not have this network.'],
  })
  const { approvalId } = (await change([{ network: 'ethereum', link }])).body.data
  expect((await people.read(who.second, approvalId)).body.data).toMatchObject({
    changes: [{ name: 'explorerLinks', before: '', after: `ethereum ${link}` }],
  })
  expect((await people.approve(who.second, approvalId)).body.data.status).toBe('approved')
  expect(await config()).toEqual([{ network: 'ethereum', link }])
})

test('every change is in the history: who, before, after and why', async () => {
  const change = async (kycAttemptLimit: number, reason: string) =>
    people.confirmed(who.admin, '/settings/general', {
      version: (await read('general')).version,
      reason,
      kycAttemptLimit,
      atmFee: '3.00',
    })
  await change(5, 'First reason')
  await change(7, 'Second reason')
  const { items } = (await who.viewer.browser.get<Changes>('/setting-pages/general/changes')).body.data
  const ofLimit = items.filter(({ key }) => key === 'kycAttemptLimit').slice(0, 2)
  expect(ofLimit).toMatchObject([
    { before: 5, after: 7, reason: 'Second reason', by: expect.any(String) as string },
    { before: 3, after: 5, reason: 'First reason' },
  ])
  expect(items.find(({ key }) => key === 'atmFee')).toMatchObject({ before: '2.50', after: '3.00' })
})

test('a value outside of its bounds, no change and no reason are refused', async () => {
  const { version } = await read('general')
  const send = (body: object) =>
    people.confirmed(who.admin, '/settings/general', { version, reason: 'Why', ...body })
  expect((await send({ kycAttemptLimit: 0 })).body.errors).toHaveProperty('kycAttemptLimit')
  expect((await send({ kycAttemptLimit: 4, reason: ' ' })).body.errors).toHaveProperty('reason')
  expect((await send({ kycAttemptLimit: 3 })).body.code).toBe('nothing_changes')
  // A setting of another page.
  expect((await send({ adminPasswordMinimum: 6, kycAttemptLimit: 3 })).body.code).not.toBe(undefined)
  expect(await valueOf('authentication', 'adminPasswordMinimum')).toBe(12)
})

test('who confirms a change of general settings sees every value of it', async () => {
  const { version, settings } = await read('general')
  const countries = settings.find(({ key }) => key === 'supportedCountries')?.value as string[]
  const changed = await people.confirmed(who.admin, '/settings/general', {
    version,
    reason: 'Why',
    atmFee: '3.00',
    kycReviewHours: 48,
    holidays: ['2026-12-25'],
    supportedCountries: countries.filter((code) => code !== 'PE'),
  })
  expect(changed.step?.show).toEqual({
    reason: 'Why',
    atmFee: '3.00',
    kycReviewHours: '48',
    holidays: '+2026-12-25',
    supportedCountries: '−PE',
  })
})

test('a viewer reads, and changes nothing', async () => {
  const { version } = await read('general', who.viewer)
  for (const page of settingPageNames) {
    const answer = await who.viewer.browser.post(`/settings/${page}`, { version, reason: 'Mine' })
    expect([page, answer.body.code]).toEqual([page, 'permission_denied'])
  }
  expect((await who.member.browser.get('/setting-pages/general')).body.code).toBe('permission_denied')
})

test('the page says how many companies and people each tier has', async () => {
  const answer = await who.boss.browser.get<{ tiers: { tier: number; companies: number; people: number }[] }>(
    '/setting-pages/tier-restrictions/tiers',
  )
  expect(answer.body.data.tiers).toMatchObject([
    { tier: 1, companies: 2 },
    { tier: 2, companies: 1, people: 1 },
    { tier: 3, companies: 0, people: 0 },
    { tier: 4, companies: 0, people: 0 },
  ])
})
