import { expect, type Page } from '@playwright/test'
import { desk, phone, type OpenBrowser } from './journey.ts'
import type { Person } from './people.ts'
import { bringAxe, offTemplate, overflow, smallTargets, standsStill, violations } from './browser-checks.ts'
import { lostAtAnySize } from './reflow.ts'
import { isWhole, languages, partOf } from './sweep.ts'
import { texts, type Language, type Texts } from './texts.ts'

/** Something that people see: an address, and what they do there to see it. */
export type Scene = {
  readonly path: string
  readonly name?: string
  /** Runs before the page is opened. */
  readonly before?: () => Promise<unknown>
  readonly enter?: (page: Page, texts: Texts) => Promise<unknown>
  /** Whether every word of it is read at any spacing, width or size. */
  readonly isRead?: true
}

/** Scenes whose words are read too: each page is opened once for all that is inspected on it. */
export const readScenes = (paths: readonly string[]): readonly Scene[] =>
  paths.map((path) => ({ path, isRead: true }))

const narrow = { width: 320, height: 800 }

/** Requests under way, without the live stream, which never ends. */
const pending = new WeakMap<Page, Set<unknown>>()

const requestsOf = (page: Page): Set<unknown> => {
  const known = pending.get(page)
  if (known) return known
  const open = new Set<unknown>()
  pending.set(page, open)
  page.on('request', (request) => {
    const isStream = request.resourceType() === 'eventsource' || request.url().endsWith('/api/events')
    if (!isStream) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/**
 * Waits until no request is under way and the page no longer changes. The first call must come before the
 * page is opened.
 */
export const settled = async (page: Page): Promise<void> => {
  const open = requestsOf(page)
  await expect(async () => {
    expect(open.size).toBe(0)
    await standsStill(page)
    expect(open.size).toBe(0)
  }).toPass({ intervals: [20] })
}

/** The tests do not load the browser's own types; these are the parts in use. */
type NavigationGlobal = {
  history: { state: { at?: number } | null; pushState: (state: object, unused: string, url: string) => void }
  dispatchEvent: (event: object) => void
  PopStateEvent: new (type: string) => object
}

type View = {
  name: string
  scheme: 'light' | 'dark'
  size: typeof desk
  extent: 'all' | 'colours'
}
/** Colours do not change the structure, so one theme of each size runs all rules. */
const desktop: readonly View[] = [
  { name: '1440 light', scheme: 'light', size: desk, extent: 'all' },
  { name: '1440 dark', scheme: 'dark', size: desk, extent: 'colours' },
]
const mobile: readonly View[] = [
  { name: '390 dark', scheme: 'dark', size: phone, extent: 'all' },
  { name: '390 light', scheme: 'light', size: phone, extent: 'colours' },
]
/** In an ordinary run, each size runs in one theme. */
const viewsOf = (views: readonly View[]) => (isWhole ? views : views.slice(0, 1))

const inspectViews = async (page: Page, where: string): Promise<string[]> => {
  const found: string[] = []
  for (const { name, scheme, size, extent } of [...viewsOf(desktop), ...viewsOf(mobile)]) {
    const isResized = page.viewportSize()?.width !== size.width
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    if (isResized) {
      await page.setViewportSize(size)
      await settled(page)
    }
    if (size === desk && extent === 'all') {
      const apart = await offTemplate(page)
      if (apart !== null) found.push(`${where} ${name} ${apart}`)
    }
    for (const each of await violations(page, extent)) found.push(`${where} ${name} ${each}`)
  }
  for (const each of await smallTargets(page)) found.push(`${where} on a phone, too small to press ${each}`)
  return found
}

/** Waits until the requested page is complete. */
const arrived = async (page: Page): Promise<void> => {
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await settled(page)
}

/** Pages in which the product is open and nothing was pressed or typed. */
const untouched = new WeakSet<Page>()

/**
 * Opens an address without loading the page again, as the product's links do. Returns false when the text of
 * the page stays the same: then the caller loads the page.
 */
const navigateWithin = async (page: Page, path: string): Promise<boolean> => {
  const text = () => page.locator('body').innerText()
  const before = await text()
  await page.evaluate((to) => {
    const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as NavigationGlobal
    history.pushState({ at: (history.state?.at ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await arrived(page)
  return (await text()) !== before
}

/** Opens an address; within the open product if nothing was pressed or typed in it, which takes half the time. */
export const openPath = async (page: Page, path: string): Promise<void> => {
  const isOurs = path.startsWith('/')
  const isThere = isOurs && untouched.has(page) && (await navigateWithin(page, path))
  if (!isThere) {
    await page.goto(path)
    await arrived(page)
  }
  untouched.add(page)
}

/** Problems of one scene in a language: of accessibility at two sizes and on the narrowest phone, and lost texts. */
const inspect = async (page: Page, scene: Scene, language: Language): Promise<string[]> => {
  const where = `${scene.path}${scene.name ? ` (${scene.name})` : ''} ${language}`
  requestsOf(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize(desk)
  await scene.before?.()
  await openPath(page, scene.path)
  if (scene.enter) {
    untouched.delete(page)
    await scene.enter(page, texts[language])
    await settled(page)
  }
  const found = await inspectViews(page, where)
  const spoken = await page.locator('html').getAttribute('lang')
  if (spoken !== language) found.push(`${where} says that its language is ${spoken}`)
  await page.setViewportSize(narrow)
  await settled(page)
  const wider = await overflow(page)
  if (wider !== null) found.push(`${where} at 320: ${wider}`)
  if (scene.isRead) {
    await expect(page.locator('.animate-glow, .animate-spin')).toHaveCount(0)
    for (const lost of await lostAtAnySize(page, language)) found.push(`${where} ${lost}`)
  }
  return found
}

type SignedInReader = {
  readonly person?: Person
  readonly company?: string
  /** Refusals that the scenes provoke. */
  readonly refused?: readonly number[]
}
/** The scenes that are inspected in a language. A sequence builds on its own steps, so it is never divided. */
const scenesIn = async (
  scenes: readonly Scene[] | ((language: Language) => Promise<readonly Scene[]>),
  language: Language,
): Promise<readonly Scene[]> => {
  if (typeof scenes === 'function') return scenes(language)
  return scenes.filter(({ path, name = '' }) => partOf(languages, path + name).includes(language))
}

/** Inspects scenes one after the other, the two languages at the same time, and returns all problems. */
export const inBoth = async (
  openPage: OpenBrowser,
  scenes: readonly Scene[] | ((language: Language) => Promise<readonly Scene[]>),
  { refused = [], ...who }: SignedInReader = {},
): Promise<string[]> => {
  const found = await Promise.all(
    languages.map(async (language) => {
      const own = await scenesIn(scenes, language)
      if (own.length === 0) return []
      const { context, page, problems } = await openPage({ viewport: desk, language, ...who })
      await bringAxe(context)
      problems.expect(...refused.map((status) => new RegExp(`status of ${status}`)))
      const here: string[] = []
      for (const scene of own) here.push(...(await inspect(page, scene, language)))
      return here
    }),
  )
  return found.flat()
}
