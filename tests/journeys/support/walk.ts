import { expect, type Page } from '@playwright/test'
import { gateApi } from './api-gate.ts'
import { openPath, settled } from './inspection.ts'
import { texts, type Language } from './texts.ts'

/** The tests do not load the browser's own types; these are the parts in use. */
type Anchor = { href: string; target: string; download: string }

/** More than the pages of every area with their filters. */
const mostPages = 300

/**
 * An address without the parts that differ between records or filters: the walk opens one page of each kind.
 */
const kindOf = (href: string): string => {
  const { pathname, searchParams } = new URL(href, 'http://here')
  const path = pathname.replaceAll(/\/(?:[0-9a-f-]{36}|nothing-of-ours)/g, '/:id')
  return `${path}?${[...new Set(searchParams.keys())].toSorted().join('&')}`
}

/** Addresses within the product that a page links to. */
const linksOf = (page: Page): Promise<string[]> =>
  page.locator('a[href]').evaluateAll((found, origin) => {
    const anchors = found as unknown as Anchor[]
    return anchors
      .filter(({ href, target, download }) => href.startsWith(`${origin}/`) && target + download === '')
      .map(({ href }) => href.slice(origin.length).split('#')[0] ?? '')
      .filter((path) => !path.startsWith('/api/'))
  }, new URL(page.url()).origin)

/** Titles of not-found pages. */
const deadEnds = (language: Language): readonly string[] => {
  const { shell, cards, transactions, loads } = texts[language]
  const { signedOutTitle, noPermissionTitle, goneTitle } = shell.notFound
  return [
    signedOutTitle,
    noPermissionTitle,
    goneTitle,
    shell.failed.title,
    cards.notFound,
    transactions.detail.notFound,
    loads.notFound,
  ]
}

const deadEndOf = async (page: Page, language: Language): Promise<string | null> => {
  const text = await page.getByRole('main').innerText()
  return deadEnds(language).find((title) => text.includes(title)) ?? null
}

/** Only reads reach the server: buttons that change something do nothing, buttons that navigate still do. */
export const stopActions = (page: Page): Promise<void> =>
  gateApi(page, ({ method }) => (method === 'GET' ? 'pass' : 'cut'))

/** Presses each button in the main area of a page, and returns where the buttons lead. */
const pressButtons = async (page: Page, path: string): Promise<string[]> => {
  const led: string[] = []
  const buttons = page.getByRole('main').getByRole('button')
  const count = await buttons.count()
  for (let at = 0; at < count; at += 1) {
    const button = buttons.nth(at)
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    // It opens a window of the system.
    if ((await button.getAttribute('type')) === 'file') continue
    await button.click()
    await settled(page)
    const { pathname, search } = new URL(page.url())
    if (`${pathname}${search}` !== path) led.push(`${pathname}${search}`)
    await page.goto(path)
    await settled(page)
  }
  return led
}

/**
 * Follows every link, one page of each kind, as far as possible, and returns the links that lead nowhere. As after a
 * press on a link, the product stays open. With `presses` it presses buttons too, each on a page that was loaded anew.
 */
export const walk = async (
  page: Page,
  { from, language, presses = false }: { from: readonly string[]; language: Language; presses?: boolean },
): Promise<{ lost: string[]; seen: string[] }> => {
  const queue = from.map((path) => ({ path, by: 'the address' }))
  const known = new Set(from.map(kindOf))
  const [lost, seen]: [string[], string[]] = [[], []]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    expect(seen.length, 'The walk has no end').toBeLessThan(mostPages)
    const { path, by } = next
    await openPath(page, path)
    seen.push(kindOf(path))
    const deadEnd = await deadEndOf(page, language)
    if (deadEnd !== null) lost.push(`${by} leads to ${path}: ${deadEnd}`)
    const { pathname, search } = new URL(page.url())
    const here = `${pathname}${search}`
    const led = [...(await linksOf(page)), ...(presses ? await pressButtons(page, here) : [])]
    for (const to of led) {
      const kind = kindOf(to)
      if (known.has(kind)) continue
      known.add(kind)
      queue.push({ path: to, by: here })
    }
  }
  return { lost, seen }
}
