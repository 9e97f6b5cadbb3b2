import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** A mid-range phone on a slow network: Lighthouse's slow 4G, and a quarter of this machine's speed. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
}
const slowdown = 4

/** Measurements that the page itself records from its first moment on. */
const recording = `
  const vitals = (window.vitals = { lcpMs: 0, lcpWhat: '', shifts: [], interactions: {} });
  const watch = (type, note, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => {
    vitals.lcpMs = entry.startTime;
    vitals.lcpWhat = (entry.element?.tagName ?? '') + ' ' + (entry.element?.textContent ?? '').slice(0, 40);
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.shifts.push({
      at: entry.startTime,
      value: entry.value,
      what: entry.sources.map(({ node }) => node?.tagName + ' ' + (node?.textContent ?? '').slice(0, 20)).join(', '),
    });
  });
  watch('event', (entry) => {
    if (!entry.interactionId) return;
    const known = vitals.interactions[entry.interactionId] ?? 0;
    vitals.interactions[entry.interactionId] = Math.max(known, entry.duration);
  }, { durationThreshold: 16 });
`

type Shift = { readonly at: number; readonly value: number; readonly what: string }
type RecordedRequest = {
  readonly lcpMs: number
  readonly lcpWhat: string
  readonly shifts: readonly Shift[]
  readonly interactions: Readonly<Record<string, number>>
}
export type Vitals = {
  readonly lcpMs: number
  readonly lcpWhat: string
  readonly cls: number
  /** Layout shifts: what shifted, and when. */
  readonly shifted: readonly string[]
  readonly inpMs: number
}

/** The largest sum of shifts that are less than 1 s apart, within 5 s, as browsers report it. */
export const layoutShiftOf = (shifts: readonly Shift[]): number => {
  let largest = 0
  let sum = 0
  let startedAt = 0
  let lastAt = 0
  for (const { at, value } of shifts) {
    const joins = sum > 0 && at - lastAt < 1000 && at - startedAt < 5000
    if (!joins) startedAt = at
    sum = joins ? sum + value : value
    lastAt = at
    largest = Math.max(largest, sum)
  }
  return largest
}

export type MeasuredPage = {
  readonly origin: string
  readonly path: string
  /** The browser state of a person who is signed in. */
  readonly storage?: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
  /** Resolves when the page shows its main content. */
  readonly shown: (page: Page) => Promise<unknown>
  /** What a person does on the page. */
  readonly use?: (page: Page) => Promise<unknown>
}

const taskMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Waits until loaded content is drawn. The network is never idle, because the live stream stays open. */
const settled = (page: Page) => page.waitForTimeout(2500)

const open = async (browser: Browser, measured: MeasuredPage) => {
  const context = await browser.newContext({
    baseURL: measured.origin,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(measured.storage === undefined ? {} : { storageState: measured.storage }),
  })
  const page = await context.newPage()
  return { context, page, session: await context.newCDPSession(page) }
}

/** Opens a page with an empty cache and uses it, on the slow phone. */
export const vitalsOf = async (browser: Browser, measured: MeasuredPage): Promise<Vitals> => {
  const { context, page, session } = await open(browser, measured)
  try {
    await page.addInitScript({ content: recording })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(measured.path)
    await measured.shown(page)
    await settled(page)
    const { lcpMs, lcpWhat } = await page.evaluate<RecordedRequest>('vitals')
    await measured.use?.(page)
    await settled(page)
    const { shifts, interactions } = await page.evaluate<RecordedRequest>('vitals')
    const inpMs = Math.max(0, ...Object.values(interactions))
    const shifted = shifts.map(({ at, value, what }) => `${Math.round(at)} ms ${value.toFixed(4)} ${what}`)
    return { lcpMs, lcpWhat, cls: layoutShiftOf(shifts), shifted, inpMs }
  } finally {
    await context.close()
  }
}

/** Long enough for a page to be ready, and for what it fetches when idle. */
const stableMs = 5000

/** The work of the main thread until a page is ready, at this machine's own speed. */
export const mainThreadMs = async (browser: Browser, measured: MeasuredPage): Promise<number> => {
  const { context, page, session } = await open(browser, measured)
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const before = await taskMs(session)
    await page.goto(measured.path)
    // The page is not polled meanwhile, because polling is work for it too.
    await page.waitForTimeout(stableMs)
    const worked = (await taskMs(session)) - before
    await measured.shown(page)
    return worked
  } finally {
    await context.close()
  }
}
