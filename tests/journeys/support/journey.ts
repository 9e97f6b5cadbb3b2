import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { join } from 'node:path'
import { useOwnProduct } from './own-product.ts'
import { recordAnswers, type LastAnswers } from './last-answers.ts'
import type { Person } from './people.ts'
import { collectProblems, type Problems } from './problems.ts'
import { productUrl } from './product-calls.ts'
import { slowCallsDown } from './slow-calls.ts'
import type { Language } from './texts.ts'

export { expect }

useOwnProduct()

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type BrowserOptions = {
  readonly viewport?: { width: number; height: number }
  readonly language?: Language
  readonly scheme?: 'light' | 'dark'
  /** A device with a touch screen. */
  readonly touch?: true
  /** Signed in from the start, as in a browser that was used before. */
  readonly person?: Person
  readonly company?: string
}
export type Visitor = { readonly page: Page; readonly context: BrowserContext; readonly problems: Problems }
type OpenVisitor = Visitor & { readonly answers: LastAnswers }

const storageOf = async ({ person, company, language }: BrowserOptions) => {
  const origin = productUrl(company)
  const domain = new URL(origin).hostname
  // `openCalls` uses one address for all hosts; in a browser the cookie belongs to the company's host.
  const stored = person ? (await person.calls.context.storageState()).cookies : []
  const cookies = stored.map((cookie) => ({ ...cookie, domain }))
  const ours = {
    name: 'cardamom',
    value: language ?? 'en',
    domain,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax' as const,
  }
  return { cookies: language ? [...cookies, ours] : cookies, origins: [] }
}

/** The tests do not load the browser's own types; these are the parts in use. */
type StorageGlobal = { localStorage: { setItem: (name: string, value: string) => void } }

/**
 * Stores the token in the page's own process; a context with stored state would start another page and
 * process for it.
 */
const saveToken = async (page: Page, { person }: BrowserOptions): Promise<void> => {
  if (!person) return
  await page.goto('/robots.txt')
  await page.evaluate(
    (token) => (globalThis as unknown as StorageGlobal).localStorage.setItem('token', token),
    person.calls.token(),
  )
}

const openBrowser = async (browser: Browser, openPage: BrowserOptions): Promise<OpenVisitor> => {
  const context = await browser.newContext({
    baseURL: productUrl(openPage.company),
    viewport: openPage.viewport ?? desk,
    colorScheme: openPage.scheme ?? 'light',
    reducedMotion: 'reduce',
    hasTouch: openPage.touch ?? false,
    isMobile: openPage.touch ?? false,
    locale: openPage.language === 'es' ? 'es-PE' : 'en-US',
    timezoneId: 'America/Lima',
    storageState: await storageOf(openPage),
  })
  const problems = collectProblems(context)
  const answers = recordAnswers(context)
  await slowCallsDown(context)
  const page = await context.newPage()
  await saveToken(page, openPage)
  return { context, problems, answers, page }
}

/** What each browser showed and received last, for the people who read why a journey failed. */
const attachAnswers = async (opened: readonly OpenVisitor[], info: TestInfo): Promise<void> => {
  for (const { context, problems, answers } of opened) {
    const pages = context.pages().map((page) => `at ${page.url()}`)
    const body = [...pages, ...problems.unexpected(), ...(await answers.lines())].join('\n')
    await info.attach('last answers', { body })
  }
}

/** Opens a separate browser. The journey fails at its end when the browser reported anything unexpected. */
export type OpenBrowser = (openPage?: BrowserOptions) => Promise<Visitor>
type Fixtures = { readonly openPage: OpenBrowser }

export const test = base.extend<Fixtures>({
  openPage: async ({ browser }, use, info) => {
    const opened: OpenVisitor[] = []
    await use(async (options = {}) => {
      const visitor = await openBrowser(browser, options)
      opened.push(visitor)
      return visitor
    })
    if (info.status !== info.expectedStatus) await attachAnswers(opened, info)
    const unexpected = opened.flatMap(({ problems }) => problems.unexpected())
    for (const { context } of opened) await context.close()
    expect(unexpected, 'The browser complained').toEqual([])
  },
})

const pictures = join(import.meta.dirname, '../out/pictures')

const isPictured = process.env['PICTURES'] === '1'

/** A screenshot for people, taken with `PICTURES=1`. No test compares it. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (!isPictured) return
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
}

/** What a page of the product stores in this browser (product §3). */
export const stored = async (page: Page): Promise<Readonly<Record<string, string>>> => {
  const { origins } = await page.context().storageState()
  const here = origins.find(({ origin }) => origin === new URL(page.url()).origin)
  return Object.fromEntries((here?.localStorage ?? []).map(({ name, value }) => [name, value]))
}

export const languageCookie = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'cardamom')?.value
