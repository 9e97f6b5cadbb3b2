import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createWebPage, needsOf, type BuiltPages } from './web-page.ts'

const needs = (name: string) => ({
  texts: [name],
  files: { en: [`assets/${name}.js`], es: [`assets/${name}.js`, 'assets/es.js'] },
})
const built: BuiltPages = {
  login: needs('login'),
  pages: [
    { path: '/', area: 'cardholder', reads: ['/cards?limit=50', '/kyc'], ...needs('home') },
    { path: '/cards/:id', area: 'cardholder', reads: [], ...needs('card') },
    { path: '/cards/new', area: 'cardholder', reads: [], ...needs('new') },
    { path: '/register', area: 'signed-out', reads: [], ...needs('register') },
    { path: '/terms', area: 'everyone', reads: [], ...needs('terms') },
  ],
}
const source = '<!doctype html><html lang="en"><head><!--facts--><script src="/e.js"></script></head></html>'

let webDir: string
beforeEach(() => {
  webDir = mkdtempSync(join(tmpdir(), 'cardamom-web-'))
  mkdirSync(join(webDir, '.vite'))
  writeFileSync(join(webDir, '.vite/pages.json'), JSON.stringify(built))
  writeFileSync(join(webDir, 'index.html'), source)
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(webDir, { recursive: true })
})

const page = () => createWebPage({ log: createLog('silent') })
const send = (url: string, cookies: Record<string, string> = {}) =>
  ({ url, cookies, host: 'norte.localhost' }) as unknown as FastifyRequest
const htmlOf = async (one: ReturnType<typeof page>, request: FastifyRequest) =>
  (await one.answer(request, webDir)).document.plain.toString()
const factsIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="facts">(.*?)<\/script>/.exec(html)?.[1] ?? '')

test('the path decides what is fetched early; a signed-out person gets the login', () => {
  const at = (path: string, isSignedIn: boolean) => needsOf(built, { path, isSignedIn })?.texts[0]
  expect(at('/', true)).toBe('home')
  expect(at('/cards/7', true)).toBe('card')
  expect(at('/cards/new/', true)).toBe('new')
  expect(at('/nowhere', true)).toBeUndefined()
  expect(at('/cards/7', false)).toBe('login')
  expect(at('/nowhere', false)).toBe('login')
  expect(at('/register', false)).toBe('register')
  expect(at('/terms', false)).toBe('terms')
})

test('each build has its own name, also when it changes while the product runs', () => {
  const one = page()
  const first = one.build(webDir)
  expect(first).toMatch(/^[0-9a-f]{12}$/)
  expect(one.build(webDir)).toBe(first)
  writeFileSync(join(webDir, 'index.html'), source.replace('/e.js', '/f.js'))
  utimesSync(join(webDir, 'index.html'), 2_000_000_000, 2_000_000_000)
  expect(one.build(webDir)).not.toBe(first)
})

test('the page has its facts, its language and the files of its path', async () => {
  const one = page()
  one.tell('branding', async ({ host }) => ({ name: `</script><b>${host}` }))
  one.guessSignedIn(({ cookies }) => cookies['s'] === '1')
  const html = await htmlOf(one, send('/cards/7?x=1', { cardamom: 'es', s: '1' }))
  expect(factsIn(html)).toEqual({
    branding: { name: '</script><b>norte.localhost' },
    texts: ['card'],
    reads: [],
  })
  expect(html).toContain('<html lang="es">')
  expect(html.match(/modulepreload/g)).toHaveLength(2)
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/es.js"></head>')
  const other = await htmlOf(one, send('/cards/7', { cardamom: 'fr' }))
  expect(other).toContain('<html lang="en">')
  expect(other).toContain('href="/assets/login.js"')
})

test('the page lists the first requests only for a person with a session', async () => {
  const one = page()
  one.guessSignedIn(({ cookies }) => cookies['s'] === '1')
  expect(factsIn(await htmlOf(one, send('/', { s: '1' })))).toMatchObject({
    reads: ['/cards?limit=50', '/kyc'],
  })
  expect(factsIn(await htmlOf(one, send('/')))).toMatchObject({ reads: [] })
})

test('a page is sent without its facts when they cannot be read in time', async () => {
  const broken = page()
  broken.tell('branding', () => Promise.reject(new Error('no database')))
  expect(factsIn(await htmlOf(broken, send('/')))).toEqual({ texts: ['login'], reads: [] })
  vi.useFakeTimers()
  const slow = page()
  slow.tell('branding', () => new Promise(() => undefined))
  const answer = htmlOf(slow, send('/'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(factsIn(await answer)).toEqual({ texts: ['login'], reads: [] })
})

test('a new build is served from its first request on', async () => {
  const one = page()
  expect(await htmlOf(one, send('/'))).toContain('/e.js')
  writeFileSync(join(webDir, 'index.html'), source.replace('/e.js', '/f.js'))
  utimesSync(join(webDir, 'index.html'), 1, 1)
  expect(await htmlOf(one, send('/'))).toContain('/f.js')
})

test('a document is made once for all requests with the same content', async () => {
  const one = page()
  one.tell('branding', async ({ host }) => host)
  const first = (await one.answer(send('/terms'), webDir)).document
  expect((await one.answer(send('/terms'), webDir)).document).toBe(first)
  expect((await one.answer(send('/terms', { cardamom: 'es' }), webDir)).document).not.toBe(first)
  const elsewhere = { ...send('/terms'), host: 'sur.localhost' } as FastifyRequest
  expect((await one.answer(elsewhere, webDir)).document.etag).not.toBe(first.etag)
})

test('only a path of the table of pages is known', async () => {
  const one = page()
  const isKnown = async (path: string) => (await one.answer(send(path), webDir)).isKnown
  for (const path of ['/', '/index.html', '/cards/7', '/cards/new/', '/TERMS?x=1'])
    expect(await isKnown(path), path).toBe(true)
  for (const path of ['/nowhere', '/cards', '/cards/7/8', '/terms/x'])
    expect(await isKnown(path), path).toBe(false)
})
