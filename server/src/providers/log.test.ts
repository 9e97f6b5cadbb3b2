import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReapIssuer } from './issuer/reap.ts'
import { createVeriff } from './kyc/veriff.ts'
import { createSmtpMail } from './mail/smtp-mail.ts'
import { createEvmClient, createEvmRail } from './rail/evm.ts'
import { readEvmChain } from './rail/evm-chain.ts'
import { createTwilioSms } from './sms/twilio-sms.ts'
import { createAuthsignal } from './stepup/authsignal.ts'
import { createRedact } from '../kernel/config-secrets.ts'
import { readConfig } from '../kernel/config.ts'
import { productionSettings } from '../kernel/config.test-kit.ts'
import { createLog } from '../kernel/log.ts'

/** Everybody who reads the logs would read a secret of the configuration in a log line. */
const canaries = {
  databaseOwner: 'canary-owner-1f',
  databaseApp: 'canary app/2e',
  databaseSigner: 'canary-signer-2f',
  databaseAccounts: 'canary-accounts-2a',
  mail: 'canary-mail-3d',
  chainPath: 'canary4c0123456789abcdef',
  chainQuery: 'canary-query-5b',
  kycKey: 'canary-kyc-6a',
  kycSecret: 'canary-kyc-secret-79',
  sms: 'canary-sms-88',
  stepUp: 'canary-step-up-97',
  issuer: 'canary-issuer-a6',
  lists: 'canary-lists-b5',
  wallets: 'canary-wallets-c4',
}
const encryptionKey = Buffer.alloc(32, 7).toString('base64')
const config = readConfig({
  ...productionSettings,
  DATABASE_URL: `postgres://owner:${canaries.databaseOwner}@db.example/cardamom`,
  DATABASE_APP_URL: `postgres://app:${encodeURIComponent(canaries.databaseApp)}@db.example/cardamom`,
  DATABASE_SIGNER_URL: `postgres://signer:${canaries.databaseSigner}@db.example/cardamom`,
  DATABASE_ACCOUNTS_URL: `postgres://accounts:${canaries.databaseAccounts}@db.example/cardamom`,
  SMTP_URL: `smtps://mailer:${canaries.mail}@mail.example`,
  EVM_RPC_URL: `https://node.example/v3/${canaries.chainPath}?token=${canaries.chainQuery}`,
  KYC_API_KEY: canaries.kycKey,
  KYC_SHARED_SECRET: canaries.kycSecret,
  SMS_AUTH_TOKEN: canaries.sms,
  AUTHSIGNAL_SECRET: canaries.stepUp,
  ISSUER_API_KEY: canaries.issuer,
  SCREENING_API_KEY: canaries.lists,
  WALLET_SCREENING_API_KEY: canaries.wallets,
  ENCRYPTION_KEY: encryptionKey,
})
const secrets = [...Object.values(canaries), encodeURIComponent(canaries.databaseApp), encryptionKey]

const lines: string[] = []
const write = (line: string) => void lines.push(line)
const plain = createLog('info', { write })
const log = createLog('info', { write, redact: createRedact(config) })

/** A server that answers every request with its address and headers. */
const unreachableUrl = 'http://127.0.0.1:9'
let echo: Server
let base = ''
beforeAll(async () => {
  echo = createServer((request, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    response.end(`${request.url}\n${JSON.stringify(request.headers)}`)
  })
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
})
afterAll(() => echo.close())

const expectNoSecret = () => {
  const text = lines.splice(0).join('')
  expect(text).not.toBe('')
  for (const secret of secrets) expect(text).not.toContain(secret)
}

const failureOf = async (call: () => Promise<unknown>): Promise<unknown> => {
  try {
    const answer = await call()
    return new Error(
      JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
  } catch (error) {
    return error
  }
}

const adapters = (url: string): Record<string, () => Promise<unknown>> => {
  const rpcUrl = `${url}/v3/${canaries.chainPath}?token=${canaries.chainQuery}`
  const chain = readEvmChain(config.EVM_CHAIN)
  const issuer = createReapIssuer({ url, apiKey: canaries.issuer, webhookKey: config.ISSUER_WEBHOOK_KEY })
  const service = { apiUrl: url, tenantId: 'tenant', secret: canaries.stepUp, proxied: false }
  const { host } = new URL(url)
  return {
    chain: () => createEvmRail({ client: createEvmClient(rpcUrl), chain, network: 'ethereum' }).readHead(),
    issuer: () => issuer.readCard('card'),
    kyc: () =>
      createVeriff({ url, apiKey: canaries.kycKey, sharedSecret: canaries.kycSecret }).readSession('id'),
    sms: () =>
      createTwilioSms({ url, accountSid: 'AC0', authToken: canaries.sms, from: 'us' }).sendSms({
        to: '+1',
        text: 'code',
      }),
    stepUp: () => createAuthsignal(service).authenticators('user'),
    mail: () =>
      createSmtpMail({
        smtpUrl: `smtp://mailer:${canaries.mail}@${host}`,
        from: 'us@cards.example',
        toMailbox: false,
      }).sendMail({
        messageId: 'id',
        fromName: 'Us',
        to: 'them@cards.example',
        replyTo: null,
        subject: 'Subject',
        text: 'text',
        html: '<p>text</p>',
        images: [],
        kind: 'test',
        link: null,
        code: null,
        lang: 'en',
      }),
    database: () =>
      new pg.Client({ connectionString: config.DATABASE_APP_URL.replace('db.example', host) }).connect(),
  }
}

test.each(['chain', 'issuer', 'kyc', 'sms', 'stepUp', 'mail', 'database'])(
  'an error of the %s adapter brings no secret into the log',
  async (name) => {
    // The mail client waits for a greeting, which an HTTP server never sends.
    for (const url of name === 'mail' ? [unreachableUrl] : [unreachableUrl, base]) {
      const error = await failureOf(adapters(url)[name]!)
      log.error('A call failed', error)
      // The form of the line is enough without redaction, which is a second protection.
      plain.error('A call failed', error)
      expectNoSecret()
    }
  },
)

test('lines of a message are never logged as stack frames', () => {
  const error = new Error(
    `Failed\n    at ${canaries.chainPath}\nURL: https://node.example/${canaries.chainPath}`,
  )
  error.name = `Bad ${canaries.issuer}`
  Object.assign(error, { code: `code ${canaries.sms}` })
  plain.error('A call failed', error)
  const line = JSON.parse(lines[0] ?? '{}') as { stack: string[]; error: string; code?: string }
  expect(line.stack.length).toBeGreaterThan(0)
  expect(line.stack.every((frame) => /^ +at (?!canary)/.test(frame))).toBe(true)
  expect(line).toMatchObject({ error: 'Error' })
  expect(line.code).toBeUndefined()
  expectNoSecret()
})

test('the stored error of a job holds no secret either', () => {
  const text = log.redact?.(`HttpRequestError: URL: ${config.EVM_RPC_URL}`) ?? ''
  expect(text).toContain('[secret]')
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('a secret in a field is removed, in every encoding', () => {
  const basic = Buffer.from(`${canaries.stepUp}:`).toString('base64')
  for (const secret of [...secrets, basic]) log.warn('Odd', { service: `says ${secret}`, code: secret })
  const text = lines.join('')
  expect(text).toContain('[secret]')
  expect(text).not.toContain(basic)
  expectNoSecret()
})
