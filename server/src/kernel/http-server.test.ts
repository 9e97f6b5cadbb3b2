import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from './clock.ts'
import { sandboxSettings } from './config.test-kit.ts'
import { readConfig } from './config.ts'
import { createHttpServer } from './http-server.ts'
import { createIds } from './ids.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createRateLimits, type RateLimits } from './rate-limit.ts'
import { createStorageWatch } from './storage-watch.ts'
import { createMessageOf } from './text.ts'
import { createWebPage } from './web-page.ts'

const needs = { texts: [], files: { en: [], es: [] } }
const line = { area: 'everyone', reads: [], ...needs }
const pages = {
  login: needs,
  pages: [
    { path: '/', ...line },
    { path: '/cards/:id', ...line },
  ],
}
const config = readConfig(sandboxSettings)

let app: FastifyInstance
let webDir: string
let rateLimits: RateLimits
beforeEach(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'cardamom-edge-'))
  mkdirSync(join(webDir, '.vite'))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, '.vite/pages.json'), JSON.stringify(pages))
  writeFileSync(join(webDir, '.vite/manifest.json'), '{}')
  writeFileSync(join(webDir, 'assets/a.js'), 'export {}')
  writeFileSync(join(webDir, 'index.html'), '<html lang="en"><head><!--facts--></head></html>')
  const log = createLog('silent')
  const clock = createClock(Date.now, 0)
  rateLimits = createRateLimits(clock.realNow, true)
  app = await createHttpServer({
    config,
    clock,
    ids: createIds(Date.now),
    log,
    metrics: createMetrics(),
    messageOf: createMessageOf(),
    storage: createStorageWatch({ realMs: Date.now, log }),
    page: createWebPage({ log }),
    rateLimits,
    webDir,
  })
})
afterEach(async () => {
  await app.close()
  rmSync(webDir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('paths of the API with escapes or as absolute addresses get the answers of the API', async () => {
  for (const url of ['/api/nowhere', '/%61pi/nowhere', '/ap%69/nowhere']) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-store'])
    expect(answer.json()).toMatchObject({ code: 'record_not_found' })
  }
})

test('an unknown path is a 404 with the page', async () => {
  expect((await get('/cards/7')).statusCode).toBe(200)
  const gone = await get('/nowhere')
  expect(gone.statusCode).toBe(404)
  expect(gone.headers['content-type']).toContain('text/html')
  const head = await app.inject({ method: 'HEAD', url: '/cards/7' })
  expect(head.statusCode).toBe(200)
})

test('a page can only be read, and the web names the methods that read it', async () => {
  for (const url of ['/', '/index.html', '/cards/7', '/cards/7?from=a'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url })
      expect([url, method, answer.statusCode]).toEqual([url, method, 405])
      expect(answer.headers['allow']).toBe('GET, HEAD')
      expect(answer.json()).toMatchObject({ code: 'method_not_allowed' })
    }
  expect((await app.inject({ method: 'POST', url: '/nowhere' })).statusCode).toBe(404)
})

test('a browser that has the page gets 304, and others get it compressed', async () => {
  const first = await get('/cards/7', { 'accept-encoding': 'gzip, br' })
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'cookie, accept-encoding' })
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('id="facts"')
  const etag = String(first.headers['etag'])
  const again = await get('/cards/7', { 'if-none-match': etag })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  expect((await get('/cards/7', { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined()
})

test('the files of the build for the server are not served', async () => {
  expect((await get('/assets/a.js')).statusCode).toBe(200)
  for (const path of ['/.vite/pages.json', '/.vite/manifest.json', '/%2evite/pages.json'])
    expect((await get(path)).statusCode, path).toBe(404)
})

test('a file of the build is sent as it was compressed, or as it is, or not at all to who has it', async () => {
  const text = `export const a = '${'a'.repeat(2000)}'`
  writeFileSync(join(webDir, 'assets/b.js'), text)
  writeFileSync(join(webDir, 'assets/b.js.br'), brotliCompressSync(text))
  const first = await get('/assets/b.js', { 'accept-encoding': 'gzip, br' })
  expect(first.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(first.headers).not.toHaveProperty('content-security-policy')
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(text)
  const other = await get('/assets/b.js', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(other.rawPayload).toString()).toBe(text)
  expect((await get('/assets/b.js')).body).toBe(text)
  const known = await get('/assets/b.js', { 'if-none-match': String(first.headers['etag']) })
  expect(known).toMatchObject({ statusCode: 304, body: '' })
  const head = await app.inject({ method: 'HEAD', url: '/assets/b.js' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', `${text.length}`])
})

test('a file without a hash in its name is read anew, and what is no file is not found', async () => {
  for (const text of ['one', 'two']) {
    writeFileSync(join(webDir, 'robots.txt'), text)
    const { body, headers } = await get('/robots.txt')
    expect([body, headers['cache-control']]).toEqual([text, 'no-cache'])
  }
  mkdirSync(join(webDir, 'assets/folder.js'))
  writeFileSync(join(webDir, '../beside.js'), 'secret')
  for (const path of [
    '/assets/c.js',
    '/assets/folder.js',
    '/assets/..%2f..%2fbeside.js',
    '/..%2fbeside.js',
    '//assets/a.js',
  ])
    expect((await get(path)).statusCode, path).toBe(404)
  rmSync(join(webDir, '../beside.js'))
})

test('an invalid address is answered with the same headers as every other', async () => {
  for (const path of ['/api/%', '/%', '/cards/%ff', '/api/%C3%28?x=1']) {
    const { statusCode, headers } = await get(path)
    expect(statusCode, path).toBe(404)
    expect(headers['content-security-policy'], path).toContain(`default-src 'none'`)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

test('the answer of a call allows nothing, a document allows what it needs', async () => {
  const call = (await get('/api/nothing')).headers
  expect(call).toMatchObject({
    'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(call).not.toHaveProperty('permissions-policy')
  const page = (await get('/cards/7')).headers
  expect(page['content-security-policy']).toContain(`script-src 'self'`)
  expect(page['permissions-policy']).toContain('payment=()')
})

test('pages of one network are limited, its files and other networks are not', async () => {
  const from = (remoteAddress: string, url = '/cards/7') => app.inject({ method: 'GET', url, remoteAddress })
  for (let count = 0; count < 300; count += 1) await from(`2001:db8:1:2::${count.toString(16)}`)
  const over = await from('2001:db8:1:2:ffff::1')
  expect(over.statusCode).toBe(429)
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
  expect(over.json()).toMatchObject({ code: 'rate_limited' })
  expect((await from('2001:db8:1:2::1', '/assets/a.js')).statusCode).toBe(200)
  expect((await from('2001:db8:1:3::1')).statusCode).toBe(200)
})

test('a network that floods is refused before its body is read', async () => {
  const send = () => app.inject({ method: 'POST', url: '/api/nothing', remoteAddress: '203.0.113.9' })
  for (let count = 0; count < 6000; count += 1) rateLimits.consume('network', '203.0.113.9')
  expect((await send()).statusCode).toBe(429)
})

/** What a connection that sends this text receives until it ends. */
const received = async (text: string): Promise<string> => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let told = ''
  for await (const chunk of socket) told += String(chunk)
  return told
}

test('a request that Node cannot read is refused in the form of every refusal', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const long = `GET /api/health HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`
  for (const [sent, status, code] of [
    ['nonsense\r\n\r\n', 400, 'request_malformed'],
    [
      'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'request_malformed',
    ],
    [long, 431, 'headers_too_large'],
  ] as const) {
    const told = await received(sent)
    expect(told).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(told).toContain('x-content-type-options: nosniff')
    const body = JSON.parse(told.slice(told.indexOf('\r\n\r\n'))) as { requestId: string; message: string }
    expect(body).toMatchObject({ success: false, code })
    expect(body.message).not.toContain('refusals')
    expect(told).toContain(`x-request-id: ${body.requestId}`)
  }
})

test('a connection that sends its head or its body too slowly is ended', async () => {
  const { headersTimeout, requestTimeout, timeout } = app.server
  expect({ headersTimeout, requestTimeout, timeout }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    timeout: 60_000,
  })
  app.server.headersTimeout = 50
  await app.listen({ port: 0, host: '127.0.0.1' })
  const told = await received('GET / HTTP/1.1\r\nhost: a\r\n')
  expect(told).toMatch(/^HTTP\/1.1 408 /)
  expect(told).toContain('request_too_slow')
})
