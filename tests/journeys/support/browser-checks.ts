import type { BrowserContext, Frame, Page } from '@playwright/test'
import axeCore, { type AxeResults, type RunOptions } from 'axe-core'

type Axe = { axe?: { run: (options: RunOptions) => Promise<AxeResults> } }

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const rules: RunOptions = { runOnly: [...levels, 'best-practice'], resultTypes: ['violations'] }
/** A frame is a part of a page: it has no landmarks and no main heading of its own. */
const frameRules: RunOptions = { runOnly: levels, resultTypes: ['violations'] }
/** What a change of colours alone can break. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
}

/** Every document of a browser finds it there: sent to each one by itself it takes longer than what it does. */
export const bringAxe = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({ content: axeCore.source })

const violationsIn = async (frame: Frame, options: RunOptions): Promise<string[]> => {
  const isThere = await frame.evaluate(() => (globalThis as unknown as Axe).axe !== undefined)
  if (!isThere) await frame.evaluate(axeCore.source)
  const found = await frame.evaluate(async (wanted) => {
    const results = await (globalThis as unknown as Required<Axe>).axe.run(wanted)
    return results.violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
  }, options)
  return found.map(({ id, where }) => `${id}: ${where.slice(0, 3).join(' | ')}`)
}

/** What axe finds in a page and in the frames of others that it shows. */
export const violations = async (page: Page, extent: 'everything' | 'colours'): Promise<string[]> => {
  const found: string[] = []
  for (const frame of page.frames()) {
    const all = frame === page.mainFrame() ? rules : frameRules
    found.push(...(await violationsIn(frame, extent === 'colours' ? colours : all)))
  }
  return found
}

/** The tests know nothing of the browser's own types: this is what they use of them. */
type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
type Piece = {
  getBoundingClientRect: () => Box
  checkVisibility: (how: { visibilityProperty: boolean }) => boolean
  closest: (selector: string) => Piece | null
  querySelectorAll: (selector: string) => Iterable<Piece>
  parentElement: Piece | null
  textContent: string
  outerHTML: string
  scrollWidth: number
  clientWidth: number
}

/** What stands out of the window at the right, when the page is wider than it. */
export const overflow = (page: Page): Promise<string | null> =>
  page.locator('html').evaluate((element) => {
    const root = element as unknown as Piece
    if (root.scrollWidth <= root.clientWidth) return null
    const out = [...root.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > root.clientWidth,
    )
    return `${root.scrollWidth} px wide: ${out.at(-1)?.outerHTML.slice(0, 160)}`
  })

/** What a finger can miss: less than 44 px wide or high. A link within a sentence is as high as its line. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate((element) => {
    const leastPx = 43.5
    const pressed =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option]'
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (piece: Piece) => { display: string }
    }
    const isInSentence = (piece: Piece) =>
      getComputedStyle(piece).display === 'inline' &&
      (piece.parentElement?.textContent.trim().length ?? 0) > piece.textContent.trim().length
    const found: string[] = []
    for (const piece of (element as unknown as Piece).querySelectorAll(pressed)) {
      if (
        piece.closest('[inert], [aria-hidden=true]') ||
        !piece.checkVisibility({ visibilityProperty: true })
      )
        continue
      const boxes = [piece, piece.closest('label')].map((each) => each?.getBoundingClientRect())
      const widthPx = Math.max(...boxes.map((box) => box?.width ?? 0))
      const heightPx = Math.max(...boxes.map((box) => box?.height ?? 0))
      // Of one pixel are those that only readers hear; their label is pressed.
      if (widthPx <= 1 || (boxes[0]?.bottom ?? 0) < 0) continue
      if ((widthPx >= leastPx && heightPx >= leastPx) || isInSentence(piece)) continue
      found.push(`${Math.round(widthPx)} × ${Math.round(heightPx)}: ${piece.outerHTML.slice(0, 160)}`)
    }
    return found
  })

type Watching = {
  document: { body: unknown }
  MutationObserver: new (onChange: () => void) => {
    observe: (node: unknown, what: Record<string, boolean>) => void
    disconnect: () => void
  }
  requestAnimationFrame: (onFrame: () => void) => void
}

/** Until no element has come or gone for a moment; clocks that tick change nothing but their text. */
export const standsStill = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const quietMs = 120
        const { document, MutationObserver, requestAnimationFrame } = globalThis as unknown as Watching
        let timer: NodeJS.Timeout | undefined
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            observer.disconnect()
            requestAnimationFrame(() => resolve())
          }, quietMs)
        }
        const observer = new MutationObserver(wait)
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
        wait()
      }),
  )
