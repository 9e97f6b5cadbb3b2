import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

type Axe = { axe?: { run: (options: RunOptions) => Promise<AxeResults> } }

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const rules: RunOptions = { runOnly: [...levels, 'best-practice'], resultTypes: ['violations'] }
/** A frame is a part of a page, so it needs no landmarks and no main heading. */
const frameRules: RunOptions = { runOnly: levels, resultTypes: ['violations'] }
/** The rules that a change of colours alone can break. */
const colours: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast'] },
  resultTypes: ['violations'],
}

/** The short form: a document reads it in half the time. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Adds axe to every document of a browser. Sending it to each document takes longer than running it. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: axe })

const violationsIn = async (frame: Frame, options: RunOptions): Promise<string[]> => {
  const isThere = await frame.evaluate(() => (globalThis as unknown as Axe).axe !== undefined)
  if (!isThere) await frame.evaluate(axe)
  const found = await frame.evaluate(async (wanted) => {
    const results = await (globalThis as unknown as Required<Axe>).axe.run(wanted)
    return results.violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))
  }, options)
  return found.map(({ id, where }) => `${id}: ${where.slice(0, 3).join(' | ')}`)
}

/** Violations that axe finds in a page and in the foreign frames of the page. */
export const violations = async (page: Page, extent: 'all' | 'colours'): Promise<string[]> => {
  const found: string[] = []
  for (const frame of page.frames()) {
    const all = frame === page.mainFrame() ? rules : frameRules
    found.push(...(await violationsIn(frame, extent === 'colours' ? colours : all)))
  }
  return found
}

/** The tests do not load the browser's own types; these are the parts in use. */
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

/** Elements that reach beyond the right edge of the window, when the page is wider than it. */
export const overflow = (page: Page): Promise<string | null> =>
  page.locator('html').evaluate((element) => {
    const root = element as unknown as Piece
    if (root.scrollWidth <= root.clientWidth) return null
    const out = [...root.querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > root.clientWidth,
    )
    return `${root.scrollWidth} px wide: ${out.at(-1)?.outerHTML.slice(0, 160)}`
  })

type ComputedStyle = {
  readonly position: string
  readonly paddingLeft: string
  readonly paddingRight: string
}

/**
 * Checks a page against the two desktop templates, each with its title in the bar: a column of 720 px in the
 * middle, or the full width with an aside. A not-found note is 360 px wide and has its own title. Null where
 * the page fits one of them.
 */
export const offTemplate = (page: Page): Promise<string | null> =>
  page.locator('html').evaluate((element) => {
    const [main] = [...(element as unknown as Piece).querySelectorAll('[data-titles] main')]
    if (!main) return null
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle: (piece: Piece) => ComputedStyle
    }
    const box = main.getBoundingClientRect()
    const left = box.left + Number.parseFloat(getComputedStyle(main).paddingLeft)
    const right = box.right - Number.parseFloat(getComputedStyle(main).paddingRight)
    const [columnPx, hintPx] = [720, 360]
    const near = (one: number, other: number) => Math.abs(one - other) <= 1
    const isWhole = (of: Box) => near(of.left, left) && near(of.right, right)
    const isColumn = (of: Box) =>
      [columnPx, hintPx].some((px) => near(of.width, px)) && near(of.left - left, right - of.right)
    const said = ({ left: from, right: to }: Box) =>
      `stands ${Math.round(from - left)} px from the left and ${Math.round(right - to)} px from the right`
    /** Without elements that are shown elsewhere, such as the title in the bar, and without empty ones. */
    const childrenOf = (piece: Piece) =>
      [...piece.querySelectorAll(':scope > *')].filter((each) => {
        const { width, height } = each.getBoundingClientRect()
        return width > 1 && height > 1 && !/absolute|fixed/.test(getComputedStyle(each).position)
      })
    const troubleOf = (piece: Piece): string | null => {
      const children = childrenOf(piece)
      const boxes = children.map((each) => each.getBoundingClientRect())
      const [first] = boxes
      if (!first) return null
      const isRow = boxes.some((each) => !near(each.left, first.left))
      if (isRow) {
        const [from, to] = [
          Math.min(...boxes.map((each) => each.left)),
          Math.max(...boxes.map((each) => each.right)),
        ]
        const row = { ...first, left: from, right: to, width: to - from }
        return isWhole(row) ? null : said(row)
      }
      for (const [index, each] of boxes.entries()) {
        if (isColumn(each)) continue
        if (!isWhole(each)) return said(each)
        const [only, ...others] = children
        const inside = only && others.length === 0 && index === 0 ? troubleOf(only) : null
        if (inside !== null) return inside
      }
      return null
    }
    const [title] = [...main.querySelectorAll('h1')]
    const titled = title?.getBoundingClientRect()
    const isInBar = !titled || titled.bottom <= box.top + 1 || titled.width <= hintPx
    return isInBar ? troubleOf(main) : 'has its title below the bar'
  })

/**
 * Targets that a finger can miss: less than 44 px wide or high. A link within a sentence is as high as its
 * line.
 */
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
      // Controls of one pixel are for screen readers; people press their label.
      if (widthPx <= 1 || (boxes[0]?.bottom ?? 0) < 0) continue
      if ((widthPx >= leastPx && heightPx >= leastPx) || isInSentence(piece)) continue
      found.push(`${Math.round(widthPx)} × ${Math.round(heightPx)}: ${piece.outerHTML.slice(0, 160)}`)
    }
    return found
  })

type WatchGlobal = {
  document: { body: unknown }
  MutationObserver: new (onChange: () => void) => {
    observe: (node: unknown, what: Record<string, boolean>) => void
    disconnect: () => void
  }
  requestAnimationFrame: (onFrame: () => void) => void
}

/** Waits until no element was added or removed for a moment; ticking clocks change only text. */
export const standsStill = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const stableMs = 120
        const { document, MutationObserver, requestAnimationFrame } = globalThis as unknown as WatchGlobal
        let timer: NodeJS.Timeout | undefined
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            observer.disconnect()
            requestAnimationFrame(() => resolve())
          }, stableMs)
        }
        const observer = new MutationObserver(wait)
        observer.observe(document.body, { childList: true, subtree: true, attributes: true })
        wait()
      }),
  )
