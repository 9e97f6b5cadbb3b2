import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, hasSandboxServices } from './config.ts'
import { productionSettings, sandboxSettings } from './config.test-kit.ts'
import { settingNames } from './settings.ts'
import { howToWrite } from './setting-texts.ts'

const inProduction = (change: NodeJS.ProcessEnv) => () => readConfig({ ...productionSettings, ...change })
const inSandbox = (change: NodeJS.ProcessEnv) => () => readConfig({ ...sandboxSettings, ...change })

describe('sandbox or production', () => {
  test('a sandbox is always an explicit choice', () => {
    const { SANDBOX: _, ...unchosen } = sandboxSettings
    expect(() => readConfig({ ...unchosen, PUBLIC_URL: '' })).toThrow(
      'PUBLIC_URL is missing: write the address that people open, like https://cards.example.',
    )
    expect(() => readConfig(unchosen)).toThrow(
      'PUBLIC_URL is the local host, which is a sandbox: start it with',
    )
    expect(inSandbox({})()).toMatchObject({ mode: 'sandbox', set: 'local' })
    expect(inSandbox({ PUBLIC_URL: 'https://cards.example' })).toThrow(
      'PUBLIC_URL is neither localhost nor QA_HOST',
    )
    expect(inProduction({})()).toMatchObject({ mode: 'production', set: 'production' })
  })

  test('QA_HOST makes only its own host a sandbox, no subdomain and no similar name', () => {
    const at = (PUBLIC_URL: string) => inProduction({ PUBLIC_URL, QA_HOST: 'qa.example' })
    expect(at('https://qa.example')()).toMatchObject({ mode: 'sandbox', set: 'qa' })
    for (const url of ['https://www.qa.example', 'https://cards.example', 'https://myqa.example'])
      expect(at(url)().mode).toBe('production')
  })

  test('the demo needs embedded services', () => {
    expect(hasSandboxServices(inSandbox({})())).toBe(false)
    expect(hasSandboxServices(inSandbox({ SANDBOX_SERVICES: '{}' })())).toBe(false)
    expect(hasSandboxServices(inSandbox({ SANDBOX_SERVICES: '{"mail":{}}' })())).toBe(true)
  })
})

describe('production refuses', () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ['SANDBOX_SERVICES', '{}', 'SANDBOX_SERVICES is set'],
    ['SHOP_PUBLIC_URL', 'https://shop.example', 'SHOP_PUBLIC_URL is set'],
    ['SCREENING', 'off', 'SCREENING=off is allowed in sandbox only'],
    ['RATE_LIMITS', 'off', 'RATE_LIMITS=off is allowed in sandbox only'],
    ['PUBLIC_URL', 'http://cards.example', 'PUBLIC_URL must be https'],
    ['PUBLIC_URL', 'https://127.0.0.1', 'PUBLIC_URL must be https and have a name'],
    ['KYC_URL', 'http://kyc.example', 'KYC_URL is not https'],
    ['SCREENING_URL', 'http://yente.example', 'SCREENING_URL is not https'],
    [
      'LEDGER_SIGNING_KEY',
      productionSettings.ENCRYPTION_KEY,
      'ENCRYPTION_KEY and LEDGER_SIGNING_KEY are the same',
    ],
    ...[
      '127.0.0.2',
      '127.1',
      '2130706433',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      'localhost.',
      'LOCALHOST',
    ].flatMap((host) => [
      ['ISSUER_URL', `https://${host}`, 'ISSUER_URL is a local address'] as const,
      ['SMTP_URL', `smtps://${host}:465`, 'SMTP_URL is a local address'] as const,
    ]),
    ...(['TRUST_PROXY', 'WEB_DIR', 'MAIL_FROM', 'SUPPORT_EMAIL', 'SCREENING_URL'] as const).map(
      (name) => [name, '', `${name} is missing: write `] as const,
    ),
  ]
  test.each(refused)('%s=%s', (name, value, sentence) => {
    expect(inProduction({ [name]: value })).toThrow(sentence)
  })
})

describe('a wrong value', () => {
  const wrong: readonly (readonly [string, string, string])[] = [
    ['PORT', 'many', 'PORT is not a port number: write a number from 1 to 65535.'],
    ['PORT', '70000', 'PORT is not a port number: write a number from 1 to 65535.'],
    ['DATABASE_URL', 'mysql://a@b/c', 'DATABASE_URL is not an address of a database: write postgres://owner'],
    ['DATABASE_APP_URL', 'postgres://a@b', 'DATABASE_APP_URL names no database: write postgres://app'],
    ['DATABASE_SIGNER_URL', '', 'DATABASE_SIGNER_URL is missing: write postgres://signer'],
    ['DATABASE_ACCOUNTS_URL', '', 'DATABASE_ACCOUNTS_URL is missing: write postgres://accounts'],
    [
      'TRUST_PROXY',
      'nonsense',
      'TRUST_PROXY is not a list of IP addresses or networks: write the address of',
    ],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY is not a list'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY is not a list'],
    ['ENCRYPTION_KEY', 'c2hvcnQ=', 'ENCRYPTION_KEY is not 32 bytes in base64: write 32 random bytes'],
    [
      'ISSUER_WEBHOOK_KEY',
      'bm90IGEga2V5',
      'ISSUER_WEBHOOK_KEY is not a public RSA key: write the public key',
    ],
    ['SMTP_URL', 'https://mail.example', 'SMTP_URL is not an address that starts with smtp:// or smtps://'],
    ['MAIL_FROM', 'nobody', 'MAIL_FROM is not an e-mail address: write'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is none of silent, error, warn, info, debug: write'],
    ['KYC_SHARED_SECRET', 'short', 'KYC_SHARED_SECRET is too short'],
    ['ISSUER_API_KEY', '', 'ISSUER_API_KEY is missing: write the API key of Reap.'],
    ['SMS_AUTH_TOKEN', '', 'SMS_URL is set, but SMS_AUTH_TOKEN is missing: write'],
    ['QA_HOST', 'https://qa.example', 'QA_HOST is not a host name'],
  ]
  test.each(wrong)('%s=%s is refused with the name and the form of the setting', (name, value, sentence) => {
    expect(inProduction({ [name]: value })).toThrow(sentence)
  })

  test.each([
    ['SEAL_KEY', 'SEAL_KEY is now called ENCRYPTION_KEY: rename it, and keep its value.'],
    ['LEDGER_SEAL_KEY', 'LEDGER_SEAL_KEY is now called LEDGER_SIGNING_KEY: rename it, and keep its value.'],
  ])('%s, a former name, is refused with the name of today', (name, sentence) => {
    expect(inProduction({ [name]: Buffer.alloc(32, 9).toString('base64') })).toThrow(sentence)
  })

  test('is not repeated in the message, because it may be a secret', () => {
    for (const name of settingNames) {
      const value = 'x\ncanary-7f3a'
      const read = () => readConfig({ ...productionSettings, [name]: value })
      try {
        read()
      } catch (error) {
        expect((error as Error).message).not.toContain('canary-7f3a')
      }
    }
  })

  test('every setting has a text about its form', () => {
    expect(Object.keys(howToWrite).toSorted()).toEqual([...settingNames].toSorted())
  })
})

test('a relative folder of pages starts at the working directory', () => {
  expect(inProduction({})().WEB_DIR).toBe(resolve('web/dist'))
})
