import { chromium, request, type Browser, type Page } from '@playwright/test'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../../tools/start/start-product.ts'
import { personWithMoney, type Person } from '../journeys/support/people.ts'
import { until } from '../journeys/support/product-calls.ts'
import { swipe } from '../journeys/support/shop.ts'
import { measure } from '../../web/sizes.ts'
import { chromiumLaunch } from '../support/chromium.ts'
import { mainThreadMs, vitalsOf, type MeasuredPage, type Vitals } from './slow-phone.ts'
import { makeDataDir } from '../support/data-dir.ts'

/**
 * The speed of the web for a person with a mid-range phone on a slow network (ux §4): the product as `npm
 * start` runs it, its demo data, a new browser with an empty cache, several runs, medians.
 */
const goals = { lcpMs: 2000, cls: 0.02, inpMs: 200, homeCpuMs: 130 } as const
const runs = Number(process.env['LOAD_ROUNDS'] ?? 5)
const basePort = Number(process.env['PORT'] ?? 4700)

const shops = ['coffee', 'transport', 'fuel', 'hotel', 'subscription']

const say = (line: string) => process.stderr.write(`  ${line}\n`)

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** A browser that was used before: the product's storage and the session's cookie. */
const signedIn = async (origin: string, person: Person): Promise<MeasuredPage['storage']> => {
  const context = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin, lang: 'en' } })
  const answer = await context.post('/api/sessions', {
    data: { login: person.email, password: person.password },
  })
  if (!answer.ok()) throw new Error(`${person.email} cannot log in: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${data.token}` }
  const known = (await (await context.get('/api/getUserAuths', { headers })).json()) as {
    user: object[]
    ip_info: object
  }
  const { cookies } = await context.storageState()
  await context.dispose()
  const localStorage = [
    { name: 'token', value: data.token },
    { name: 'user', value: JSON.stringify(known.user[0]) },
    { name: 'ipInfo', value: JSON.stringify(known.ip_info) },
  ]
  return { cookies, origins: [{ origin, localStorage }] }
}

/** A person with a card, money on it and payments of one month. */
const customer = async (): Promise<Person> => {
  const person = await personWithMoney('500.00')
  for (let at = 0; at < 24; at += 1) await swipe(person, `${3 + at}.50`, shops[at % shops.length])
  await until('the payments', async () => {
    const { items } = await person.calls.get<{ items: unknown[] }>('/transactions?limit=50')
    return items.length >= 24
  })
  return person
}

/** How often a round measures the work of the main thread. This figure varies most between measurements. */
const samples = 8

type PageName = 'login' | 'home' | 'transactions' | 'load'
type Steps = Pick<MeasuredPage, 'path' | 'shown' | 'use'> & { readonly isSignedIn: boolean }

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** The pages to open, when each is ready, and what a person presses there. */
const pages: Readonly<Record<PageName, Steps>> = {
  login: {
    path: '/',
    isSignedIn: false,
    shown: heading(/Log in/),
    use: async (page) => {
      await page.getByLabel('E-mail or username').tap()
      await page.keyboard.type('mateo@demo', { delay: 60 })
      await page.getByRole('button', { name: 'Log in', exact: true }).tap()
    },
  },
  home: {
    path: '/',
    isSignedIn: true,
    shown: (page) => page.locator('main a[href^="/transactions/"]').first().waitFor(),
    use: async (page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Cards' }).tap()
      await heading('Cards')(page)
    },
  },
  transactions: {
    path: '/transactions',
    isSignedIn: true,
    shown: (page) => page.locator('main a[href^="/transactions/"]').first().waitFor(),
    use: async (page) => {
      await page.getByText('Settled', { exact: false }).first().tap()
      await page.waitForURL(/status=settled/)
      await page.getByRole('button', { name: 'Search' }).tap()
      await page.keyboard.type('market', { delay: 60 })
      await page.waitForURL(/q=market/)
    },
  },
  load: {
    path: '/load',
    isSignedIn: true,
    shown: (page) => page.getByRole('textbox').first().waitFor(),
    use: async (page) => {
      await page.getByRole('textbox').first().fill('')
      await page.getByRole('textbox').first().tap()
      await page.keyboard.type('250', { delay: 60 })
    },
  },
}
const names = Object.keys(pages) as PageName[]

const measurePages = async (browser: Browser, origin: string) => {
  const person = await customer()
  const found = Object.fromEntries(names.map((name) => [name, [] as Vitals[]])) as Record<PageName, Vitals[]>
  const homeCpu: number[] = []
  const measuredPageOf = async (name: PageName): Promise<MeasuredPage> => {
    const { isSignedIn, ...steps } = pages[name]
    return { origin, ...steps, ...(isSignedIn ? { storage: await signedIn(origin, person) } : {}) }
  }
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) {
      const vitals = await vitalsOf(browser, await measuredPageOf(name))
      found[name].push(vitals)
      say(
        `run ${run + 1} ${name.padEnd(12)} LCP ${Math.round(vitals.lcpMs)} ms (${vitals.lcpWhat}), ` +
          `CLS ${vitals.cls.toFixed(4)}, INP ${vitals.inpMs} ms`,
      )
      for (const shift of vitals.shifted) say(`  moved at ${shift}`)
    }
    const works: number[] = []
    while (works.length < samples) works.push(await mainThreadMs(browser, await measuredPageOf('home')))
    homeCpu.push(...works)
    say(`run ${run + 1} home works ${works.map(Math.round).join(', ')} ms on the main thread`)
  }
  return { found, homeCpu }
}

const result = ({ found, homeCpu }: Awaited<ReturnType<typeof measurePages>>) => {
  const perPage = Object.fromEntries(
    names.map((name) => [
      name,
      {
        lcpMs: Math.round(median(found[name].map(({ lcpMs }) => lcpMs))),
        cls: Number(median(found[name].map(({ cls }) => cls)).toFixed(4)),
        inpMs: Math.round(median(found[name].map(({ inpMs }) => inpMs))),
      },
    ]),
  ) as Record<PageName, { lcpMs: number; cls: number; inpMs: number }>
  const worst = (key: 'lcpMs' | 'cls' | 'inpMs') => Math.max(...names.map((name) => perPage[name][key]))
  const figures = {
    lcpMs: worst('lcpMs'),
    cls: worst('cls'),
    inpMs: worst('inpMs'),
    homeCpuMs: Math.round(median(homeCpu)),
  }
  const missed = (Object.keys(goals) as (keyof typeof goals)[]).filter((key) => figures[key] > goals[key])
  const sizes = measure()
  return {
    name: 'web',
    ...figures,
    entryHomeBytes: sizes.homeBytes ?? 0,
    entryBytes: sizes.entryBytes,
    largestRouteBytes: sizes.routes[0]?.bytes ?? 0,
    cssBytes: sizes.cssBytes,
    fontBytes: sizes.fontBytes.reduce((sum, bytes) => sum + bytes, 0),
    pages: perPage,
    goals,
    missed,
    runs,
    cores: availableParallelism(),
  }
}

/** `npm run load -- web`. */
export const run = async (): Promise<object> => {
  const dataDir = makeDataDir('load')
  process.env['RATE_LIMITS'] = 'off'
  process.env['CARDAMOM_URL'] = `http://localhost:${basePort}`
  process.env['CARDAMOM_SERVICES'] = join(dataDir, 'sandbox.json')
  const product = await startProduct({ dataDir, basePort, say })
  const end = async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(1)))
  }
  try {
    const browser = await chromium.launch({ ...(await chromiumLaunch()), headless: true })
    try {
      return result(await measurePages(browser, product.url))
    } finally {
      await browser.close()
    }
  } finally {
    await end()
  }
}
