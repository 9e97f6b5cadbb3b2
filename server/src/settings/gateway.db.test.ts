import type { listProviderConnections, testProviderConnection } from '@cardamom/contract/settings/gateway'
import { providerNames } from '@cardamom/contract/settings/providers'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'

type Connections = WireOf<typeof listProviderConnections>
type Outcome = WireOf<typeof testProviderConnection>

const secret = 'not-for-anybody-4711'
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct({
    env: {
      ISSUER_API_KEY: secret,
      KYC_URL: `http://someone:${secret}@127.0.0.1:9/v1?key=${secret}`,
      SCREENING_URL: 'http://127.0.0.1:9',
    },
  })
  await makeUser(product, { email: 'boss@example.com', roleId: 6 })
  await makeUser(product, { email: 'viewer@example.com', roleId: 3 })
})
afterAll(() => product.stop())

test('a viewer sees where each provider is connected and which secrets are set, and no secret', async () => {
  const { body, text } = await (await logIn(product, 'viewer')).get<Connections>('/provider-connections')
  expect(body.data.items.map(({ provider }) => provider)).toEqual(providerNames)
  const of = (name: string) => body.data.items.find(({ provider }) => provider === name)
  expect(of('issuer')).toMatchObject({
    host: '127.0.0.1',
    port: 9,
    secrets: [
      { name: 'ISSUER_API_KEY', isSet: true },
      { name: 'ISSUER_WEBHOOK_KEY', isSet: true },
    ],
    lastTest: null,
  })
  expect(of('peopleLists')?.secrets).toEqual([{ name: 'SCREENING_API_KEY', isSet: false }])
  expect(of('walletLists')).toMatchObject({ host: null, port: null })
  expect(text).not.toContain(secret)
  expect(text).not.toContain('someone')
})

test('a test says how the provider answered, and the page shows the last one, by whom', async () => {
  const boss = await logIn(product, 'boss')
  const outcome = (await boss.post<Outcome>('/provider-connections/mail/tests', {})).body.data
  expect(outcome.result).toBe('ok')
  expect((await boss.post<Outcome>('/provider-connections/issuer/tests', {})).body.data.result).toBe(
    'unreachable',
  )
  const off = await boss.post<Outcome>('/provider-connections/walletLists/tests', {})
  expect(off.body.data.result).toBe('not_connected')
  const { items } = (await boss.get<Connections>('/provider-connections')).body.data
  const last = (name: string) => items.find(({ provider }) => provider === name)?.lastTest
  expect(last('mail')).toMatchObject({ ...outcome, by: 'Ana Paz', isOutdated: false })
  expect(last('issuer')?.result).toBe('unreachable')
  expect(last('kyc')).toBe(null)
})

test('a test no longer counts when the address or a secret has changed since', async () => {
  const boss = await logIn(product, 'boss')
  const isOutdated = async () => {
    const { body, text } = await boss.get<Connections>('/provider-connections')
    expect(text).not.toContain(secret)
    return body.data.items.find(({ provider }) => provider === 'issuer')?.lastTest?.isOutdated
  }
  const { config } = product.kernel
  const { ISSUER_URL, ISSUER_API_KEY } = config
  expect(await isOutdated()).toBe(false)
  for (const changed of [{ ISSUER_API_KEY: `${secret}2` }, { ISSUER_URL: 'http://127.0.0.1:8' }]) {
    Object.assign(config, changed)
    expect(await isOutdated()).toBe(true)
    Object.assign(config, { ISSUER_URL, ISSUER_API_KEY })
    expect(await isOutdated()).toBe(false)
  }
})

test('a viewer tests nothing, and a provider is not tested more than a few times a minute', async () => {
  const send = async (who: string) => {
    const { status, body } = await (await logIn(product, who)).post('/provider-connections/sms/tests', {})
    return [status, body.code]
  }
  expect(await send('viewer')).toEqual([403, 'permission_denied'])
  const boss = await logIn(product, 'boss')
  const answers = []
  for (let index = 0; index < 6; index += 1)
    answers.push((await boss.post('/provider-connections/sms/tests', {})).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})
