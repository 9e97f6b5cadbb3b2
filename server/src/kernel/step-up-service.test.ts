import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { contentSecurityPolicy, permissionsPolicy } from './content-security.ts'
import { stepUpServiceOf } from './step-up-service.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const base = {
  DATABASE_URL: 'postgres://a@db.example/a',
  DATABASE_APP_URL: 'postgres://b@db.example/a',
  DATABASE_SIGNER_URL: 'postgres://c@db.example/a',
  DATABASE_ACCOUNTS_URL: 'postgres://d@db.example/a',
  SANDBOX: 'on',
  PUBLIC_URL: 'http://localhost:4000',
  ENCRYPTION_KEY: key(1),
  LEDGER_SIGNING_KEY: key(2),
  SMTP_URL: 'smtp://mail.example:587',
  KYC_URL: 'https://kyc.example',
  KYC_API_KEY: 'key',
  KYC_SHARED_SECRET: 'shared-secret',
  ISSUER_URL: 'https://issuer.example',
  ISSUER_API_KEY: 'key',
  ISSUER_WEBHOOK_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  EVM_RPC_URL: 'https://chain.example',
  EVM_CHAIN: '{}',
}
const hosted = {
  AUTHSIGNAL_API_URL: 'https://au.api.authsignal.com/v1',
  AUTHSIGNAL_TENANT_ID: 'tenant',
  AUTHSIGNAL_SECRET: 'secret-of-the-tenant',
}
const auth = { serverUrl: 'http://127.0.0.1:4010/v1', tenantId: 'tenant', secret: 'secret-of-the-tenant' }
const embedded = { SANDBOX_SERVICES: JSON.stringify({ auth }) }
const production = {
  SANDBOX: 'off',
  PUBLIC_URL: 'https://cards.example',
  TRUST_PROXY: '10.0.0.0/8',
  WEB_DIR: 'web/dist',
  MAIL_FROM: 'cards@cards.example',
  SUPPORT_EMAIL: 'support@cards.example',
  SCREENING_URL: 'https://yente.example',
  WALLET_SCREENING_URL: 'https://wallets.example',
  WALLET_SCREENING_API_KEY: 'key-of-the-wallets',
}
const local = {
  AUTHSIGNAL_API_URL: 'http://127.0.0.1:4010/v1',
  AUTHSIGNAL_TENANT_ID: 'tenant',
  AUTHSIGNAL_SECRET: 'secret-of-the-tenant',
}

test('browsers reach the hosted provider directly: it needs three settings, and the policy allows it', () => {
  const config = readConfig({ ...base, ...production, ...hosted })
  expect(stepUpServiceOf(config)).toMatchObject({ proxied: false, tenantId: 'tenant' })
  const policy = contentSecurityPolicy(config)
  expect(policy['connect-src']).toEqual([`'self'`, 'https://au.api.authsignal.com'])
  const pages = ['https://au.api.authsignal.com', 'https://mfa.authsignal.com']
  expect(policy['frame-src']).toEqual(expect.arrayContaining(pages))
  expect(permissionsPolicy(config)).toContain(
    'publickey-credentials-get=(self "https://au.api.authsignal.com" "https://mfa.authsignal.com")',
  )
})

test('another provider on the same machine is treated like the hosted one', () => {
  const second = { ...local, AUTHSIGNAL_API_URL: 'http://localhost:4995/v1' }
  for (const services of [{}, embedded]) {
    const config = readConfig({ ...base, ...services, ...second })
    expect(stepUpServiceOf(config)).toMatchObject({ proxied: false })
    const policy = contentSecurityPolicy(config)
    expect(policy['connect-src']).toEqual([`'self'`, 'http://localhost:4995'])
    expect(policy['frame-src']).toContain('http://localhost:4995')
  }
})

test('the embedded provider is reached through our own origin', () => {
  const config = readConfig({ ...base, ...local, ...embedded })
  expect(stepUpServiceOf(config)).toMatchObject({ proxied: true })
  expect(contentSecurityPolicy(config)['connect-src']).toEqual([`'self'`])
  expect(permissionsPolicy(config)).toContain('publickey-credentials-get=(self),')
})

test('without settings the provider is the embedded one of the sandbox, or none', () => {
  const { serverUrl: apiUrl, tenantId, secret } = auth
  const found = stepUpServiceOf(readConfig({ ...base, ...embedded }))
  expect(found).toEqual({ apiUrl, tenantId, secret, proxied: true })
  expect(stepUpServiceOf(readConfig(base))).toBeNull()
})

test('production refuses to start without a provider or with a local one', () => {
  expect(() => readConfig({ ...base, ...production })).toThrow('AUTHSIGNAL_API_URL is missing')
  expect(() => readConfig({ ...base, ...production, ...local })).toThrow('AUTHSIGNAL_API_URL is a local')
})
