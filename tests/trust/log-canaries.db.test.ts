import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startServer, type ServerProcess } from '../kill/server-process.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { openKillBench, type KillBench } from '../kill/kill-bench.ts'

/** Texts that occur only in what people send. */
const canaries = {
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'canary.mail@example.com',
  password: 'canary-password-7',
  street: 'Canarystreet 9',
  city: 'Canarycity',
  zip: 'EC1A 9XQ',
  mobile: '+44 7911 623 457',
  birthDate: '1987-11-23',
  code: 'CANARYCODE',
  login: 'canarylogin',
  token: 'canarytoken'.padEnd(43, 'x'),
  documentNumber: 'CNRY7654321',
  txHash: `0x${'ca9a97'.repeat(11).slice(0, 64)}`,
  userAgent: 'canarybrowser/1.0',
  path: 'canarypath',
  query: 'canaryquery',
}

let bench: KillBench
let server: ServerProcess
let drop: () => Promise<void>
let base: string

beforeAll(async () => {
  const database = await copyTemplate(inject('ownerUrl'), `canaries_${process.pid}`)
  drop = database.drop
  bench = await openKillBench(database, createSeeded(1))
  base = `http://127.0.0.1:${bench.port}/api`
  server = await startServer({ env: { ...bench.env, LOG_LEVEL: 'debug' } })
}, 300_000)
afterAll(async () => {
  await bench.stop()
  await drop()
})

type Schema = { readonly properties?: Readonly<Record<string, unknown>> }
type Operation = {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
type ApiDescription = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
type SignedInPerson = { readonly token: string; readonly cookie: string }

const headersOf = (signed: SignedInPerson | null) => ({
  'content-type': 'application/json',
  'user-agent': canaries.userAgent,
  host: 'localhost:4000',
  'idempotency-key': canaries.token,
  authorization: `Bearer ${signed?.token ?? canaries.token}`,
  cookie: `__Host-cardamom-4000=${signed?.cookie ?? canaries.token}`,
})
const send = async (
  call: { method: string; path: string; body?: unknown },
  signed: SignedInPerson | null = null,
): Promise<{ status: number; text: string; headers: Headers }> => {
  const answer = await fetch(`${base}${call.path}`, {
    method: call.method,
    headers: headersOf(signed),
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const registration = (termsVersion: number) => {
  const { firstName, lastName, email, password, street, city, zip, mobile, birthDate } = canaries
  const person = { firstName, lastName, email, street, city, zip, mobile, birthDate, country: 'GB' }
  return { ...person, password, confirmation: password, code: null, termsVersion }
}

/** Registers without confirming, then logs in with wrong and right passwords. */
const joinAndLogIn = async (): Promise<SignedInPerson> => {
  const terms = JSON.parse((await send({ method: 'GET', path: '/terms' })).text) as {
    data: { version: number }
  }
  const joined = await send({
    method: 'POST',
    path: '/registrations',
    body: registration(terms.data.version),
  })
  expect(joined.text).toContain('"success":true')
  await bench.asOwner(`update app_user set email_verified_at = created_at`)
  const logIn = (password: string) =>
    send({ method: 'POST', path: '/sessions', body: { login: canaries.email, password } })
  expect((await logIn(`${canaries.password}!`)).text).toContain('"success":false')
  const entered = await logIn(canaries.password)
  expect(entered.text).toContain('"success":true')
  const { data } = JSON.parse(entered.text) as { data: { token: string } }
  const cookie = /__Host-cardamom-4000=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '')?.[1]
  return { token: data.token, cookie: cookie ?? '' }
}

const skipped = new Set(['/api/events', '/events'])
/** Canaries in every part of every call: path, query and each field of the body. */
const sendEverywhere = async (signed: SignedInPerson | null): Promise<number> => {
  const described = JSON.parse((await send({ method: 'GET', path: '/openapi.json' })).text) as ApiDescription
  let sent = 0
  for (const [path, operations] of Object.entries(described.paths)) {
    if (skipped.has(path) || path.includes('/session/')) continue
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const fields = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})
      const body = Object.fromEntries(
        fields.map((name) => [name, (canaries as Record<string, string>)[name] ?? canaries.documentNumber]),
      )
      const plain = path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, canaries.path)
      const isRead = method === 'get'
      const whole = isRead ? `${plain}?q=${canaries.query}&cursor=${canaries.query}` : plain
      await send({ method: method.toUpperCase(), path: whole, ...(isRead ? {} : { body }) }, signed)
      sent += 1
    }
  }
  return sent
}

test('no line of the log has input or credentials of people', async () => {
  const signed = await joinAndLogIn()
  expect(await sendEverywhere(signed)).toBeGreaterThan(30)
  expect(await sendEverywhere(null)).toBeGreaterThan(30)
  await fetch(`${base}/sessions`, {
    method: 'POST',
    headers: headersOf(null),
    body: `{"login": "${canaries.login}", `,
  })
  await server.end()
  const log = server.said()
  // An empty log proves nothing.
  expect(log).toContain('"route":"/api/registrations"')
  expect(log.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(60)
  const secrets = [...Object.values(canaries), signed.token, signed.cookie]
  const digits = canaries.mobile.replaceAll(' ', '')
  expect([...secrets, digits].filter((word) => log.includes(word))).toEqual([])
}, 600_000)
