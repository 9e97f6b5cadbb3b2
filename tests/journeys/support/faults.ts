import { expect, type Page } from '@playwright/test'
import { gateApi, type Verdict } from './api-gate.ts'
import { settled } from './inspection.ts'
import { shapeOf, troublesOf } from './page-shape.ts'
import { partOf } from './sweep.ts'

/**
 * `broken`: answered 500 by something that is not the product. `cut`: no connection. `rejected`: answered 422
 * for an unknown field. `silent`: never answered; it comes last, because the page recovers from it without a
 * press.
 */
const faultKinds = ['broken', 'cut', 'rejected', 'silent'] as const
type FaultKind = (typeof faultKinds)[number]
/** Two kinds for each page; the two of a pair have little in common. */
const pairs: readonly (readonly FaultKind[])[] = [
  ['broken', 'silent'],
  ['cut', 'rejected'],
]

const rejection = {
  success: false,
  code: 'validation',
  message: 'The data is not valid.',
  errors: { nobody_knows: ['This is not known here.'] },
}

const verdicts: Readonly<Record<FaultKind, Verdict>> = {
  broken: { status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  cut: 'cut',
  rejected: { status: 422, contentType: 'application/json', body: JSON.stringify(rejection) },
  silent: 'wait',
}

/** Calls of the frame around every page: the session, the live stream, the count at the bell, the providers. */
const ofFrame =
  /\/api\/(getUserAuths|events|config|company\/branding|user\/permissions|notifications\/unread|approvals\/waiting|provider-health)$/

type Faults = {
  /**
   * From now on every call of the page fails: with a cut line until it ends, in all other cases once for each
   * call.
   */
  readonly start: (kind: FaultKind) => void
  readonly end: () => void
  /** Calls since this function was called last. */
  readonly received: () => readonly string[]
  readonly struck: () => number
}

/** Intercepts the calls between a page and the API, and makes them fail. */
export const faultsOf = async (page: Page): Promise<Faults> => {
  let kind: FaultKind | null = null
  let received: string[] = []
  const struck = new Set<string>()
  await gateApi(page, ({ method, url }) => {
    if (ofFrame.test(url.pathname)) return 'pass'
    const call = `${method} ${url.pathname}${url.search}`
    received.push(call)
    if (kind === null || (kind !== 'cut' && struck.has(call))) return 'pass'
    struck.add(call)
    return verdicts[kind]
  })
  return {
    start: (next) => {
      struck.clear()
      kind = next
    },
    end: () => {
      kind = null
    },
    received: () => {
      const calls = received
      received = []
      return calls
    },
    struck: () => struck.size,
  }
}

/** Longer than a page waits for an answer. */
const passMs: Record<FaultKind, number> = { broken: 0, cut: 1000, silent: 16_000, rejected: 0 }
const usualPasses = 4
const mostMorePasses = 8

const waiting = (page: Page) => page.locator('.animate-glow, .animate-spin')

/**
 * Waits for all that loads without a press: the code of a part, the check of the session. Reports what
 * never comes.
 */
const waitsEnd = (page: Page): Promise<void> =>
  expect(waiting(page))
    .toHaveCount(0, { timeout: 60_000 })
    .catch(() => undefined)

/**
 * Exposes the page to a fault and waits until the page no longer changes. Time that passes before a slow page has sent its
 * calls ends none of them, so more time passes while the page still waits.
 */
const liveThrough = async (page: Page, kind: FaultKind): Promise<void> => {
  const pass = async (pauseMs: number) => {
    await page.waitForTimeout(pauseMs)
    await page.clock.fastForward(passMs[kind])
  }
  for (let passes = 0; passes < usualPasses && passMs[kind] > 0; passes += 1) await pass(30)
  await settled(page)
  const isWaiting = async () => (await waiting(page).count()) > 0
  for (let more = 0; more < mostMorePasses && passMs[kind] > 0 && (await isWaiting()); more += 1) {
    await pass(1000)
    await settled(page)
  }
  await waitsEnd(page)
}

/** A busy machine answers late, and a round is short. */
const mostRounds = 40

const againOn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again', exact: true })

const openWhole = async (page: Page, path: string): Promise<string[]> => {
  await page.goto(path)
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await waitsEnd(page)
  await settled(page)
  let shape: string[] = []
  // On a busy machine the first look may come before the page is complete.
  await expect(async () => {
    const before = shape
    shape = await shapeOf(page)
    expect(shape).toEqual(before)
  }).toPass({ intervals: [300] })
  return shape
}

/** Presses every "Try again" until the page is as it is without faults. Returns null when it recovered. */
const recover = async (page: Page, kind: FaultKind, whole: readonly string[]): Promise<string | null> => {
  // The record of a rejected address does not exist here: a link leads on.
  if (
    kind === 'rejected' &&
    (await page
      .getByRole('main')
      .getByText(/isn’t yours, or it no longer exists/)
      .count()) > 0
  ) {
    await expect(page.getByRole('main').getByRole('link').last()).toBeVisible()
    return null
  }
  const again = againOn(page)
  for (let round = 0; round < mostRounds; round += 1) {
    const shape = await shapeOf(page)
    if (shape.join() === whole.join()) return null
    // The button may have disappeared meanwhile.
    if ((await again.count()) > 0)
      await again
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined)
    await page.clock.fastForward(1000)
    await settled(page)
  }
  const shape = await shapeOf(page)
  const missing = whole.filter((each) => !shape.includes(each))
  const extra = shape.filter((each) => !whole.includes(each))
  if (missing.length === 0 && extra.length === 0) return null
  return `does not come back: without ${missing.join(' | ')}; with ${extra.join(' | ')}`
}

/** Presses each present button once; a button that disappeared is skipped. */
const pressAll = async (page: Page): Promise<void> => {
  for (const button of await againOn(page).all()) await button.click({ timeout: 2000 }).catch(() => undefined)
}

const tryKinds = async (
  page: Page,
  faults: Faults,
  { path, whole }: { path: string; whole: readonly string[] },
): Promise<string[]> => {
  const found: string[] = []
  const report = (kind: FaultKind, what: string) => found.push(`${path} ${kind}: ${what}`)
  let isOpen = false
  const chosen = partOf(pairs, path).flat()
  const kinds = faultKinds.filter((kind) => chosen.includes(kind))
  for (const [at, kind] of kinds.entries()) {
    faults.start(kind)
    if (isOpen) await pressAll(page)
    else await page.goto(path)
    await expect.poll(faults.struck, { message: `${path} sends no request` }).toBeGreaterThan(0)
    await liveThrough(page, kind)
    for (const trouble of await troublesOf(page)) report(kind, trouble)
    isOpen = (await againOn(page).count()) > 0
    if (isOpen && at < kinds.length - 1) continue
    faults.end()
    const lost = await recover(page, kind, whole)
    if (lost !== null) report(kind, lost)
    isOpen = false
  }
  return found
}

const mostTries = 3

/**
 * Makes each call of a page fail in the ways of its part of the sweep, and returns the page's mistakes. Where the page offers to try
 * again, the next fault hits that press; elsewhere it hits the newly opened page. The product goes on meanwhile: a page that is
 * no longer as it was without any fault is tried again.
 */
export const tryFaults = async (page: Page, faults: Faults, path: string): Promise<string[]> => {
  for (let tries = 1; ; tries += 1) {
    faults.end()
    faults.received()
    const whole = await openWhole(page, path)
    if (faults.received().length === 0) return []
    const found = await tryKinds(page, faults, { path, whole })
    if (found.length === 0 || tries === mostTries) return found
    faults.end()
    if ((await openWhole(page, path)).join() === whole.join()) return found
  }
}
