import type { Page } from '@playwright/test'
import axeCore, { type AxeResults, type RunOptions } from 'axe-core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { desk, expect, phone, test, type Visit } from './support/journey.ts'
import {
  mailedToken,
  mailKinds,
  personWithMoney,
  quotedLoad,
  registeredPerson,
  type Person,
} from './support/people.ts'
import { openCalls } from './support/product-calls.ts'
import { serviceUrl } from './support/sandbox-services.ts'
import type { Language } from './support/words.ts'

type Axe = { axe: { run: (options: RunOptions) => Promise<AxeResults> } }

const rules: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/** What a change of colours alone can break. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
}
const narrow = { width: 320, height: 640 }

const violations = async (page: Page, options: RunOptions): Promise<string[]> => {
  const found = await page.evaluate(async (wanted) => {
    const { axe } = globalThis as unknown as Axe
    const results = await axe.run(wanted)
    return results.violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
  }, options)
  return found.map(({ id, where }) => `${id}: ${where.slice(0, 3).join(' | ')}`)
}

/** Boxes of a page; nothing of the browser's own types is known to the tests. */
type Box = { getBoundingClientRect: () => { right: number }; outerHTML: string }
type Root = { scrollWidth: number; clientWidth: number; querySelectorAll: (all: '*') => Iterable<Box> }

/** What stands out of the window at the right, when the page is wider than it. */
const overflow = (page: Page): Promise<string | null> =>
  page.locator('html').evaluate((element) => {
    const root = element as unknown as Root
    if (root.scrollWidth <= root.clientWidth) return null
    const out = [...root.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > root.clientWidth,
    )
    return `${root.scrollWidth} px wide: ${out.at(-1)?.outerHTML.slice(0, 160)}`
  })

const quietMs = 300

/** Until nothing changes any more: texts and rows come one after the other, and colours fade. */
const settled = async (page: Page): Promise<void> => {
  let before = ''
  await expect(async () => {
    const now = await page.locator('body').innerHTML()
    const isSame = now === before
    before = now
    expect(isSame).toBe(true)
  }).toPass({ intervals: [quietMs] })
}

/** Everything that one page has to say at two sizes, in light and dark; each finding names where. */
const inspect = async (page: Page, path: string): Promise<string[]> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await settled(page)
  await page.evaluate(axeCore.source)
  const found: string[] = []
  const look = async (name: string, options: RunOptions) => {
    for (const each of await violations(page, options)) found.push(`${path} ${name} ${each}`)
  }
  const turn = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(quietMs)
  }
  await look('1440 light', rules)
  await turn('dark')
  await look('1440 dark', colours)
  await page.setViewportSize(phone)
  await settled(page)
  await look('390 dark', rules)
  await turn('light')
  await look('390 light', colours)
  await page.setViewportSize(narrow)
  await settled(page)
  const wider = await overflow(page)
  if (wider !== null) found.push(`${path} at 320: ${wider}`)
  await page.setViewportSize(desk)
  return found
}

const inspectAll = async (page: Page, paths: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const path of paths) found.push(...(await inspect(page, path)))
  return found
}

const admin = async (): Promise<Person> => {
  const calls = await openCalls()
  const login = { login: 'sofia@demo.cardamom.example', password: 'cardamom-demo' }
  const { token } = await calls.post<{ token: string }>('/sessions', login)
  calls.setToken(token)
  return { email: login.login, password: login.password, firstName: 'Sofía', lastName: 'Montes', calls }
}

/** A person whose pages are full: money, a payment, a load that waits. */
const fullPerson = async () => {
  const person = await personWithMoney('300.00')
  const shop = serviceUrl('issuer')
  const found = await fetch(`${shop}/shop/cards?q=${person.card.lastDigits}`)
  const { items } = (await found.json()) as { items: { id: string }[] }
  for (const [merchantId, amount] of [
    ['hotel', '100.00'],
    ['coffee', '900.00'],
  ]) {
    await fetch(`${shop}/shop/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop },
      body: JSON.stringify({ cardId: items[0]?.id, merchantId, amount, wrongCvv: false }),
    })
  }
  const load = await quotedLoad(person, { amount: '200.00', speed: 'regular' })
  const rows = await person.calls.get<{ items: { id: string }[] }>('/transactions?limit=5')
  return { person, load, row: rows.items[0] }
}

/** The addresses of the route table, by who sees them. `/enrol-passkey` needs a company that demands passkeys. */
const signedOut = ['/', '/login', '/register', '/recover', '/recover/:token', '/verify-email/:token']
const everybody = ['/terms', '/privacy', '/nowhere']
const cardholder = [
  '/',
  '/cards',
  '/cards/:id',
  '/transactions',
  '/transactions/:id',
  '/notifications',
  '/load',
  '/load/:orderId',
  '/kyc',
  '/kyc/status',
  '/profile',
  '/profile/edit',
  '/profile/password',
  '/settings',
]
const administrator = ['/admin', '/admin/profile', '/admin/profile/edit', '/admin/profile/password']

test('every address of the route table is looked at', () => {
  const table = readFileSync(join(import.meta.dirname, '../../web/src/routes.tsx'), 'utf8')
  const paths = [...table.matchAll(/path: '([^']+)'/g)].map(([, path]) => path)
  const looked = new Set([...signedOut, ...everybody, ...cardholder, ...administrator, '/enrol-passkey'])
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !looked.has(path ?? ''))).toEqual([])
})

const languages: readonly Language[] = ['en', 'es']
for (const language of languages) {
  const look: Visit = { viewport: desk, language }

  test(`no page of a visitor keeps anybody out (${language})`, async ({ visit }) => {
    const unconfirmed = await registeredPerson()
    await unconfirmed.calls.post('/recoveries', { email: unconfirmed.email })
    const tokens: Record<string, string> = {
      '/recover/:token': `/recover/${await mailedToken(unconfirmed.email, mailKinds.recover)}`,
      '/verify-email/:token': '/verify-email/nothing-of-ours',
    }
    const { page, problems } = await visit(look)
    problems.expect(/status of 410/)
    const paths = [...signedOut, ...everybody].map((path) => tokens[path] ?? path)
    expect(await inspectAll(page, paths)).toEqual([])
  })

  test(`no page of a cardholder keeps anybody out (${language})`, async ({ visit }) => {
    const { person, load, row } = await fullPerson()
    const { page } = await visit({ ...look, person })
    const paths = cardholder.map((path) =>
      path
        .replace('/cards/:id', `/cards/${person.card.id}`)
        .replace('/transactions/:id', `/transactions/${row?.id}`)
        .replace(':orderId', load.id),
    )
    expect(await inspectAll(page, paths)).toEqual([])
  })

  test(`no page of an administrator keeps anybody out (${language})`, async ({ visit }) => {
    const { page } = await visit({ ...look, person: await admin() })
    expect(await inspectAll(page, administrator)).toEqual([])
  })
}
