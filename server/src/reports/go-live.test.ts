import { expect, test } from 'vitest'
import type { Config } from '../kernel/config.ts'
import { goLiveState, testedAt, type GoLiveFacts } from './go-live.ts'

/** Settings of a production start; the others do not decide. */
const production = {
  mode: 'production',
  PUBLIC_URL: 'https://cards.norte.pe',
  TRUST_PROXY: '10.0.0.0/8',
  WEB_DIR: 'web/dist',
  SCREENING: 'on',
  RATE_LIMITS: 'on',
  ENCRYPTION_KEY: 'one',
  LEDGER_SIGNING_KEY: 'another',
  MAIL_FROM: 'cards@norte.pe',
  SUPPORT_EMAIL: 'help@norte.pe',
  AUTHSIGNAL_API_URL: 'https://auth.norte.pe/v1',
  AUTHSIGNAL_TENANT_ID: 'tenant',
  AUTHSIGNAL_SECRET: 'secret',
  SCREENING_URL: 'https://names.norte.pe',
  WALLET_SCREENING_URL: 'https://wallets.norte.pe',
  WALLET_SCREENING_API_KEY: 'secret',
  KYC_URL: 'https://kyc.norte.pe',
  ISSUER_URL: 'https://issuer.norte.pe',
  EVM_RPC_URL: 'https://chain.norte.pe',
  SMTP_URL: 'smtps://mail.norte.pe',
} as unknown as Config
const ready: GoLiveFacts = {
  config: production,
  today: '2031-05-02',
  holidays: new Set(['2031-05-01']),
  feesFrom: new Date(0),
  termsFrom: '2031-01-01',
  superAdmins: 2,
  providersTestedAt: new Date(0),
  backupRestoredAt: new Date(0),
}
const openOf = (changes: Partial<GoLiveFacts>) =>
  Object.entries(goLiveState({ ...ready, ...changes })).flatMap(([item, isDone]) => (isDone ? [] : [item]))
const withConfig = (changes: object) => openOf({ config: { ...production, ...changes } as Config })

test('nothing is open when every condition is met', () => {
  expect(openOf({})).toEqual([])
})

test('each condition that is not met is open, and no other', () => {
  expect(openOf({ holidays: new Set(['2030-05-01']) })).toEqual(['calendar'])
  expect(openOf({ feesFrom: null })).toEqual(['fees'])
  expect(openOf({ termsFrom: '2031-05-03' })).toEqual(['legalTexts'])
  expect(openOf({ providersTestedAt: null })).toEqual(['providerTests'])
  expect(openOf({ backupRestoredAt: null })).toEqual(['backupRestored'])
  expect(openOf({ superAdmins: 1 })).toEqual(['superAdmins'])
  expect(withConfig({ MAIL_FROM: 'cards@cardamom.example' })).toEqual(['mailSender'])
  expect(withConfig({ ISSUER_URL: 'http://127.0.0.1:4030' })).toEqual(['providers'])
  expect(withConfig({ LEDGER_SIGNING_KEY: 'one' })).toEqual(['secrets', 'providers'])
})

test('a sandbox has neither its own address nor real secrets and providers', () => {
  expect(withConfig({ mode: 'sandbox' })).toEqual(['publicUrl', 'secrets', 'providers'])
})

test('providers are tested when each connected one is real and answered its last test', () => {
  const real = { host: 'of.example', isEmbedded: false }
  const test = { result: 'ok', at: new Date(2000), isOutdated: false } as const
  const oldest = { result: 'ok', at: new Date(1000), isOutdated: false } as const
  expect(
    testedAt(
      () => real,
      (name) => (name === 'sms' ? oldest : test),
    ),
  ).toEqual(oldest.at)
  expect(
    testedAt(
      () => real,
      (name) => (name === 'sms' ? null : test),
    ),
  ).toBe(null)
  expect(
    testedAt(
      () => real,
      (name) => (name === 'sms' ? { ...test, result: 'refused' } : test),
    ),
  ).toBe(null)
  expect(
    testedAt(
      () => real,
      (name) => (name === 'sms' ? { ...test, isOutdated: true } : test),
    ),
  ).toBe(null)
  expect(
    testedAt(
      (name) => ({ ...real, isEmbedded: name === 'mail' }),
      () => test,
    ),
  ).toBe(null)
  const withoutSms = (name: string) => (name === 'sms' ? { host: null, isEmbedded: false } : real)
  expect(testedAt(withoutSms, (name) => (name === 'sms' ? null : test))).toEqual(test.at)
})
