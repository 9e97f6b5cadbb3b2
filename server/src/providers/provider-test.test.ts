import { providerNames } from '@cardamom/contract/settings/providers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestAuth } from '../../../tests/support/test-auth.ts'
import { startTestMailbox } from '../../../tests/support/test-mailbox.ts'
import { readConfig } from '../kernel/config.ts'
import { sandboxSettings } from '../kernel/config.test-kit.ts'
import { createProviders } from './configured.ts'
import { startTestIssuer, type TestIssuer } from './issuer/issuer.test-kit.ts'
import { kycKeys, startEmbeddedKyc } from './kyc/embedded-kyc.test-kit.ts'
import { connectionOf } from './provider-connections.ts'
import { createProviderTest } from './provider-test.ts'
import { startTestScreening } from './screening/screening.test-kit.ts'

const services = {} as {
  mailbox: Awaited<ReturnType<typeof startTestMailbox>>
  auth: Awaited<ReturnType<typeof startTestAuth>>
  kyc: Awaited<ReturnType<typeof startEmbeddedKyc>>
  lists: Awaited<ReturnType<typeof startTestScreening>>
  issuer: TestIssuer
}
const nowhere = 'http://127.0.0.1:9'
const settings = () => ({
  ...sandboxSettings,
  ...services.mailbox.smsEnv,
  ...services.auth.env,
  ...services.lists.env,
  SMTP_URL: services.mailbox.smtpUrl,
  KYC_URL: services.kyc.url,
  KYC_API_KEY: kycKeys.apiKey,
  KYC_SHARED_SECRET: kycKeys.sharedSecret,
  ISSUER_URL: services.issuer.url,
  ISSUER_API_KEY: services.issuer.apiKey,
  EVM_RPC_URL: nowhere,
})
const tested = async (over: Readonly<Record<string, string>> = {}) => {
  const config = readConfig({ ...settings(), ...over })
  const testProvider = createProviderTest(config, createProviders(config))
  const results = await Promise.all(providerNames.map(async (name) => testProvider(name, new Date())))
  expect(results.every(({ ms }) => Number.isInteger(ms) && ms >= 0)).toBe(true)
  return Object.fromEntries(results.map(({ provider, result }) => [provider, result]))
}

beforeAll(async () => {
  services.mailbox = await startTestMailbox()
  services.auth = await startTestAuth()
  services.kyc = await startEmbeddedKyc()
  services.lists = await startTestScreening()
  services.issuer = await startTestIssuer()
})
afterAll(() => Promise.all(Object.values(services).map(async (service) => service.stop())))

test('every connected provider answers its test, and one that nothing listens for is unreachable', async () => {
  expect(await tested()).toEqual({
    chain: 'unreachable',
    rates: 'unreachable',
    issuer: 'ok',
    kyc: 'ok',
    stepUp: 'ok',
    mail: 'ok',
    sms: 'ok',
    peopleLists: 'ok',
    walletLists: 'ok',
  })
})

test('a provider that refuses our key says so', async () => {
  const { host, port } = new URL(services.mailbox.smtpUrl)
  const refused = await tested({
    ISSUER_API_KEY: 'wrong-key',
    KYC_API_KEY: 'wrong-key',
    AUTHSIGNAL_SECRET: 'wrong-secret',
    SMTP_URL: `smtp://cardamom:wrong@${host.split(':')[0]}:${port}`,
    SMS_AUTH_TOKEN: 'wrong-token',
    SCREENING_API_KEY: 'wrong-key',
    WALLET_SCREENING_API_KEY: 'wrong-key',
  })
  expect(refused).toMatchObject({
    issuer: 'key_refused',
    kyc: 'key_refused',
    stepUp: 'key_refused',
    mail: 'key_refused',
    sms: 'key_refused',
    peopleLists: 'key_refused',
    walletLists: 'key_refused',
  })
})

test('a connection shows its host and which secrets are set, and no secret', () => {
  const config = readConfig({ ...settings(), EVM_RPC_URL: 'https://node.example/v3/secret-key?token=hidden' })
  const shown = Object.fromEntries(providerNames.map((name) => [name, connectionOf(config, name)]))
  expect(shown['chain']).toMatchObject({ host: 'node.example', port: 443, isEmbedded: false })
  expect(shown['issuer']).toMatchObject({
    isEmbedded: true,
    secrets: [
      { name: 'ISSUER_API_KEY', isSet: true },
      { name: 'ISSUER_WEBHOOK_KEY', isSet: true },
    ],
  })
  const text = JSON.stringify(shown)
  for (const secret of ['secret-key', 'hidden', 'p@ss', services.auth.secret, kycKeys.sharedSecret])
    expect(text).not.toContain(secret)
})
