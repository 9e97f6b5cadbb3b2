import type { Browser, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSession, decisionOf, keys, lucia, startBench, until, type Bench } from './bench.ts'
import { launchBrowser, openPage, phone } from './browser.ts'

/**
 * Veriff's own browser libraries, unmodified, against the embedded service: their messages define the
 * protocol.
 */
const port = 5070
const integratorPort = 5072
const integrator = `http://localhost:${integratorPort}`

const resolve = createRequire(import.meta.url).resolve
const library = (name: string, file: string) =>
  readFileSync(join(resolve(`${name}/package.json`), '..', file), 'utf8')
const scripts: Record<string, string> = {
  '/incontext.js': library('@veriff/incontext-sdk', 'dist/v2.5.0/veriff.js'),
  '/js-sdk.js': library('@veriff/js-sdk', 'lib/veriff.js'),
}

/** The browser build of js-sdk is a CommonJS file: the page provides `module`, as a bundler does. */
const page = `<!doctype html><html lang="en"><title>Integrator</title>
  <main><h1>Integrator</h1><div id="veriff-root"></div><div id="embedded" style="height: 700px"></div></main>
  <script src="/incontext.js"></script><script>module = { exports: {} }</script><script src="/js-sdk.js"></script></html>`

const serveIntegrator = (): Promise<Server> =>
  new Promise((ready) => {
    const server = createServer(({ url }, response) => {
      const script = scripts[url ?? '/']
      response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
      response.end(script ?? page)
    })
    server.listen(integratorPort, '127.0.0.1', () => ready(server))
  })

let bench: Bench
let browser: Browser
let server: Server
let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  bench = await startBench(port)
  server = await serveIntegrator()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await bench.stop()
  server.close()
})
beforeEach(async () => {
  await bench.control('POST', '/reset')
  opened = await openPage(browser, phone)
  // js-sdk loads a font of another origin.
  await opened.page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
  await opened.page.goto(integrator)
})
afterEach(async () => {
  expect(opened.complaints).toEqual([])
  await opened.close()
})

const sessions = async () =>
  (await bench.control<{ id: string; url: string; vendorData: string | null }[]>('GET', '/sessions')).body

/** Opens the session in the library's frame; its events are recorded in `events`. */
const openFrame = (address: string, more = '') =>
  opened.page.evaluate(
    `window.events = []; veriffSDK.createVeriffFrame({ url: ${JSON.stringify(address)},
      onEvent: (message) => window.events.push(message), ${more} }); undefined`,
  )
const events = () => opened.page.evaluate('window.events') as Promise<string[]>

const passCheck = async (inside: ReturnType<Page['frameLocator']>, texts = english) => {
  await inside.getByRole('checkbox').check()
  await inside.getByRole('button', { name: texts.start }).click()
  await inside.getByRole('button', { name: texts.samples }).click()
  await inside.getByRole('button', { name: texts.send }).click()
  await inside.getByRole('heading', { name: texts.verified }).waitFor()
}
const english = {
  start: 'Start the check',
  samples: 'Fill in all photos with samples',
  send: 'Send for checking',
  verified: 'You are verified',
}
const spanish = {
  start: 'Empezar la verificación',
  samples: 'Llenar todas las fotos con muestras',
  send: 'Enviar a revisión',
  verified: 'Tu identidad está verificada',
}

it('js-sdk creates a session in the browser, and InContext completes a whole verification', async () => {
  await opened.page.evaluate(
    `window.veriff = module.exports.Veriff({ host: '${bench.base}', apiKey: '${keys.apiKey}', parentId: 'veriff-root',
      onSession: (error, response) => { window.made = { error, response } } });
     veriff.setParams({ person: { givenName: 'Lucía', lastName: 'Ferrer' }, vendorData: 'from-js-sdk' });
     veriff.mount()`,
  )
  await opened.page.getByRole('button', { name: 'Start Verification' }).click()
  const made = await until(async () => {
    const known = (await opened.page.evaluate('window.made')) as {
      error: unknown
      response: { status: string; verification: { id: string; url: string; host: string } }
    } | null
    return known ?? null
  })
  expect(made.error).toBeNull()
  expect(made.response).toMatchObject({ status: 'success', verification: { host: bench.base } })
  const { id, url } = made.response.verification
  expect(await sessions()).toMatchObject([{ id, url, vendorData: 'from-js-sdk' }])

  await openFrame(url)
  const inside = opened.page.frameLocator('#veriffFrame')
  await inside.getByRole('checkbox').check()
  await inside.getByRole('button', { name: english.start }).click()
  await inside.getByRole('radio', { name: 'ID card' }).check()
  await inside.getByLabel('Country that issued it').selectOption('PE')
  await inside.getByRole('button', { name: english.samples }).click()
  await inside.getByRole('button', { name: english.send }).click()
  await inside.getByRole('heading', { name: english.verified }).waitFor()
  await inside.getByRole('button', { name: 'Continue' }).click()
  await until(async () => (await events()).includes('FINISHED'))
  expect(await events()).toEqual(['STARTED', 'SUBMITTED', 'FINISHED'])
  expect(await opened.page.locator('#veriffFrame').count()).toBe(0)
  expect(await decisionOf(bench, id)).toMatchObject({ status: 'approved' })
})

it('InContext embedded in a page passes its language on', async () => {
  const id = await createSession(bench, { person: { ...lucia, lastName: 'Paredes' } })
  const [session] = await sessions()
  await openFrame(
    session?.url ?? '',
    `lang: 'es', embedded: true, embeddedOptions: { rootElementID: 'embedded' }`,
  )
  await passCheck(opened.page.frameLocator('#veriffFrame'), spanish)
  expect(await decisionOf(bench, id)).toMatchObject({ status: 'approved' })
})

it('leaving closes the frame with CANCELED, and the session can continue later', async () => {
  await createSession(bench)
  const [session] = await sessions()
  await openFrame(session?.url ?? '')
  const inside = opened.page.frameLocator('#veriffFrame')
  await inside.getByRole('button', { name: 'Leave the check' }).click()
  await inside.getByRole('button', { name: 'Leave', exact: true }).click()
  await until(async () => (await events()).includes('CANCELED'))
  expect(await opened.page.locator('#veriffFrame').count()).toBe(0)
  await openFrame(session?.url ?? '')
  await passCheck(opened.page.frameLocator('#veriffFrame'))
})

it('requests a new frame from the framing page when its first call failed', async () => {
  await createSession(bench)
  const [session] = await sessions()
  await opened.page.route('**/state', (route) => route.abort())
  await openFrame(session?.url ?? '', 'onReload: () => { window.reloads = (window.reloads ?? 0) + 1 }')
  const inside = opened.page.frameLocator('#veriffFrame')
  await inside.getByRole('button', { name: 'Try again' }).click()
  await until(async () => (await opened.page.evaluate('window.reloads')) === 1)
  expect(await events()).toEqual(['RELOAD'])
  opened.complaints.length = 0
})
