import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleSettings } from '../../server/src/kernel/database-roles.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { startTestIssuer } from '../../server/src/providers/issuer/issuer.test-kit.ts'
import { kycKeys, startEmbeddedKyc } from '../../server/src/providers/kyc/embedded-kyc.test-kit.ts'
import { startTestScreening } from '../../server/src/providers/screening/screening.test-kit.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import { startTestAuth } from '../support/test-auth.ts'
import { startTestChain } from '../support/test-chain.ts'
import { startTestMailbox } from '../support/test-mailbox.ts'
import { blockOf, documentedSettings, root } from './operations-page.ts'
import { startTlsProxy } from './tls-proxy.ts'

/**
 * Follows docs/operations.md from an empty machine: its commands and settings exactly as written, with a new
 * database, a TLS proxy, and the services behind https names. The test fills in only the values that an
 * operator fills in.
 */
const platform = 'cards.test'
const mailHost = 'mail.test'
const folder = makeDataDir('going-live')
const password = 'a long and rare password'
const passwords = new Map<string, string>()
const withPasswords = (text: string) =>
  text.replaceAll(/[A-Z]+_PASSWORD/g, (name) => {
    const known = passwords.get(name) ?? randomBytes(12).toString('hex')
    passwords.set(name, known)
    return known
  })
const databaseUrls = ['DATABASE_URL', ...Object.values(roleSettings)]

const startServices = async () => {
  const [auth, kyc, issuer, chain, mailbox, lists] = await Promise.all([
    startTestAuth(),
    startEmbeddedKyc(),
    startTestIssuer(),
    startTestChain(),
    startTestMailbox(),
    startTestScreening(),
  ])
  const services = [auth, kyc, issuer, chain, mailbox, lists]
  const stop = async () => {
    for (const service of services) await service.stop()
  }
  return { auth, kyc, issuer, chain, mailbox, lists, stop }
}
type Services = Awaited<ReturnType<typeof startServices>>

let services: Services
let postgres: EmbeddedPostgres
let postgresPort: number
let proxy: Awaited<ReturnType<typeof startTlsProxy>>
let env: Record<string, string>
let server: ChildProcess
let said = ''

const portOf = (url: string) => Number(new URL(url).port)

/** The values that the operator fills in; every other value is the document's. */
const filledIn = (port: number): Record<string, string> => {
  const { auth, issuer, chain, mailbox, lists } = services
  const at = (host: string, path = '') => `https://${host}:${proxy.port}${path}`
  const mail = new URL(mailbox.smtpUrl)
  return {
    PUBLIC_URL: `https://${platform}`,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    LEDGER_SIGNING_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: `smtps://${mail.username}:${mail.password}@${mailHost}:${proxy.smtpPort}`,
    AUTHSIGNAL_API_URL: at('step-up.test', '/v1'),
    AUTHSIGNAL_TENANT_ID: auth.env.AUTHSIGNAL_TENANT_ID,
    AUTHSIGNAL_SECRET: auth.env.AUTHSIGNAL_SECRET,
    KYC_URL: at('kyc.test'),
    KYC_API_KEY: kycKeys.apiKey,
    KYC_SHARED_SECRET: kycKeys.sharedSecret,
    ISSUER_URL: at('issuer.test'),
    ISSUER_API_KEY: issuer.apiKey,
    ISSUER_WEBHOOK_KEY: issuer.webhookKey,
    SCREENING_URL: at('lists.test'),
    SCREENING_API_KEY: lists.env.SCREENING_API_KEY,
    WALLET_SCREENING_URL: at('lists.test'),
    WALLET_SCREENING_API_KEY: lists.env.WALLET_SCREENING_API_KEY,
    EVM_RPC_URL: at('node.test', new URL(chain.env.EVM_RPC_URL).pathname),
    EVM_CHAIN: chain.env.EVM_CHAIN,
  }
}

/** A superuser's connection, as the operator has. */
const asOperator = async (statements: readonly string[]) => {
  const client = new pg.Client({
    connectionString: `postgres://operator:x@127.0.0.1:${postgresPort}/postgres`,
  })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const makeDatabase = async () => {
  postgres = await startEmbeddedPostgres({ dir: folder, port: postgresPort, durable: false })
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query(`create role operator superuser login password 'x'`)
  await client.end()
  // The embedded server creates a database and an owner; an empty machine has neither.
  await asOperator(['drop database cardamom', 'alter role cardamom_owner rename to embedded_owner'])
  await asOperator(withPasswords(blockOf('database')).split(';\n'))
}

/** An address of the document with the port of this test's database. */
const atDatabase = (url = '') => withPasswords(url).replace(':5432/', `:${postgresPort}/`)

const untilReady = async () => {
  for (let waited = 0; !said.includes('ready product'); waited += 100) {
    if (server.exitCode !== null || waited > 120_000) throw new Error(`The server is not ready: ${said}`)
    await pause(100)
  }
}

const runLine = (line: string) => {
  const [command, ...args] = line.split(' ')
  // npm only runs the script of package.json; the rest of the line is the operator's.
  expect([command, ...args.slice(0, 3)]).toEqual(['npm', 'run', 'operate', '--'])
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['server/src/operate.ts', ...args.slice(3)],
    {
      cwd: root,
      encoding: 'utf8',
      env,
    },
  )
  return { status, said: `${stdout}${stderr}`.trim() }
}

beforeAll(async () => {
  const build = blockOf('build').split('\n')
  expect(build).toEqual(['npm ci', 'npm run build'])
  const builder = spawn(process.execPath, ['tools/build.ts'], { cwd: root, stdio: 'ignore' })
  const built = new Promise<number | null>((done) => builder.once('exit', done))
  const port = await freePort()
  postgresPort = await freePort()
  services = await startServices()
  await makeDatabase()
  const { auth, kyc, issuer, chain, mailbox, lists } = services
  const routes = {
    [platform]: port,
    'step-up.test': portOf(auth.base),
    'kyc.test': portOf(kyc.url),
    'issuer.test': portOf(issuer.url),
    'node.test': portOf(chain.env.EVM_RPC_URL),
    'lists.test': portOf(lists.url),
  }
  proxy = await startTlsProxy(routes, { host: mailHost, port: portOf(mailbox.smtpUrl) })
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, proxy.certificate)
  const documented = documentedSettings()
  const values = filledIn(port)
  for (const name of Object.keys(values)) expect(documented).toHaveProperty(name)
  env = {
    ...documented,
    ...values,
    ...Object.fromEntries(databaseUrls.map((name) => [name, atDatabase(documented[name])])),
    PATH: process.env['PATH'] ?? '',
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'names.ts')}`,
  }
  expect(Object.entries(env).filter(([, value]) => value === '')).toEqual([])
  expect(await built).toBe(0)
  const [program = '', ...args] = blockOf('start').split(' ')
  const { END_WITH_STDIN: _, ...clean } = env
  server = spawn(join(root, program), args, {
    cwd: root,
    env: { ...clean, END_WITH_STDIN: '1' },
    stdio: 'pipe',
  })
  const collect = (chunk: Buffer) => (said += chunk.toString())
  server.stdout?.on('data', collect)
  server.stderr?.on('data', collect)
  await untilReady()
})
afterAll(async () => {
  server?.kill('SIGTERM')
  if (server) await new Promise((done) => (server.exitCode === null ? server.once('exit', done) : done(null)))
  proxy?.stop()
  await postgres?.stop()
  await services?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A server on a busy machine may refuse calls for a moment; the test repeats them, as the web app does. */
const request = async (
  path: string,
  of: { method?: string; headers?: Record<string, string>; body?: object } = {},
) => {
  for (let tries = 1; ; tries += 1) {
    const answer = await proxy.request(platform, { path, ...of })
    if (answer.status !== 503 || tries === 60) return answer
    await pause(500)
  }
}
const dataOf = <T>(text: string): T => (JSON.parse(text) as { data: T }).data

test('it is ready behind the proxy, in production, with its pages and without the sandbox', async () => {
  const ready = await request('/readyz')
  expect([ready.status, ready.text]).toEqual([200, '{"ok":true}'])
  expect(said).toContain(`ready product https://${platform}`)
  const config = dataOf<object>((await request('/api/config')).text)
  expect(config).toMatchObject({ mode: 'production', demoAccounts: [], demoPassword: null, mailboxUrl: null })
  const page = await request('/')
  expect(page.text).toContain('<script type="application/json" id="facts">')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain(
    `frame-src 'self' ${new URL(env['ISSUER_URL'] ?? '').origin} ${new URL(env['KYC_URL'] ?? '').origin}`,
  )
  expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
  for (const path of ['/api/sandbox', '/api/sandbox/clock', '/authsignal/v1/client/challenge'])
    expect((await request(path, { method: path.endsWith('clock') ? 'POST' : 'GET' })).text).not.toContain(
      '"success":true',
    )
})

test('it reads the chain through its certificate', async () => {
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await client.connect()
  let blocks = 0
  for (let tries = 0; blocks === 0 && tries < 100; tries += 1) {
    await pause(100)
    const { rows } = await client.query<{ blocks: string }>(
      'select count(*)::text as blocks from chain_block',
    )
    blocks = Number(rows[0]?.blocks)
  }
  const { rows: people } = await client.query('select 1 from app_user')
  await client.end()
  expect(blocks).toBeGreaterThan(0)
  expect(people).toEqual([])
})

test('the commands create the first administrators, who choose passwords and sign in; mail is sent', async () => {
  const [first = '', second = ''] = blockOf('admin').split('\n')
  const made = runLine(first)
  expect(made).toMatchObject({ status: 0 })
  const [, link = ''] = /^https:\/\/cards\.test(\/recover\/[\w-]+)$/m.exec(made.said) ?? []
  expect((await request(link)).status).toBe(200)
  const token = link.replace('/recover/', '')
  const body = { password, confirmation: password }
  const chosen = await request(`/api/recoveries/${token}`, { method: 'POST', body })
  expect([chosen.status, chosen.text]).toEqual([200, expect.stringContaining('olga@cards.example')])
  const login = await request('/api/sessions', {
    method: 'POST',
    body: { login: 'olga@cards.example', password },
  })
  expect(login.status).toBe(201)
  const cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  expect(login.headers['set-cookie']?.join()).toMatch(/__Host-cardamom=.*Secure/)
  const headers = { cookie, authorization: `Bearer ${dataOf<{ token: string }>(login.text).token}` }
  const me = await request('/api/getUserAuths', { headers })
  expect(JSON.parse(me.text)).toMatchObject({ success: true, user: [{ role_id: 6 }] })
  expect(runLine(second)).toMatchObject({ status: 0 })
  for (let tries = 0; (await services.mailbox.outbox('olga@cards.example')).length === 0; tries += 1) {
    if (tries > 100) throw new Error('No mail came')
    await pause(100)
  }
})

test('it is backed up, and the backup fills a new database', async () => {
  const [backup = '', restore = ''] = blockOf('backup')
    .split('\n')
    .map((line) => line.replace('/var/backups', folder))
  expect(runLine(backup)).toMatchObject({ status: 0 })
  expect(runLine(restore)).toMatchObject({ status: 2 })
  await asOperator(['create database moved owner cardamom_owner'])
  const before = env
  for (const name of databaseUrls) env = { ...env, [name]: (env[name] ?? '').replace(/cardamom$/, 'moved') }
  const restored = runLine(restore)
  env = before
  expect(restored).toMatchObject({ status: 0 })
  expect(restored.said).toMatch(/nothing found/)
})
