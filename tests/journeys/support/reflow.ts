import type { CDPSession, Page } from '@playwright/test'
import { standsStill } from './browser-checks.ts'
import type { Language } from './texts.ts'

/** The tests do not load the browser's own types; these are the parts in use. */
type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
type Piece = {
  getBoundingClientRect: () => Box
  checkVisibility: (how: { visibilityProperty: boolean; opacityProperty: boolean }) => boolean
  closest: (selector: string) => Piece | null
  contains: (other: unknown) => boolean
  parentElement: Piece | null
  outerHTML: string
  scrollWidth: number
  scrollHeight: number
  clientWidth: number
  clientHeight: number
}
type Text = { data: string; parentElement: Piece }
type WalkGlobal = {
  document: {
    body: unknown
    documentElement: Piece
    createTreeWalker: (root: unknown, what: number) => { nextNode: () => Text | null }
    createRange: () => { selectNodeContents: (node: unknown) => void; getClientRects: () => Iterable<Box> }
  }
  getComputedStyle: (piece: Piece) => Record<string, string>
}

/** Text spacing of WCAG 1.4.12: a page must show all text with it. */
const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } ' +
  'p { margin-bottom: 2em !important; }'

/**
 * Texts that a reader cannot read: they overlap, are cut off, or are outside of the window. Scrolling areas,
 * texts for screen readers and drawings are not checked.
 */
const lostTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as WalkGlobal
    const root = document.documentElement
    const found: string[] = []
    if (root.scrollWidth > root.clientWidth + 1) found.push(`scrolls sideways: ${root.scrollWidth} px`)
    type Line = { box: Box; piece: Piece; text: string }
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, 4)
    const isLeftOut = (piece: Piece) =>
      piece.closest('svg, [aria-hidden=true], .sr-only, script, style, noscript, option, .Toastify') !==
        null ||
      piece.getBoundingClientRect().width <= 1 ||
      !piece.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const scrolls = (piece: Piece | null): boolean => {
      for (let at = piece; at !== null; at = at.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(at)['overflowX'] ?? '')) return true
      }
      return false
    }
    /** The nearest element outside of the flow, which covers the page on purpose. */
    const layerOf = (piece: Piece): Piece | null => {
      for (let at: Piece | null = piece; at !== null; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at)['position'] ?? '')) return at
      }
      return null
    }
    const cutBy = ({ box, piece }: Line): Piece | null => {
      // Content outside of a scrolling area is reached by scrolling, so the elements around that area do not
      // cut it off.
      let [scrollsAcross, scrollsDown] = [false, false]
      for (let at: Piece | null = piece; at !== null; at = at.parentElement) {
        const {
          overflowX = '',
          overflowY = '',
          textOverflow = '',
          webkitLineClamp = 'none',
        } = getComputedStyle(at)
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null
        const edge = at.getBoundingClientRect()
        const isWider = box.right > edge.right + 2 || box.left < edge.left - 2
        if (overflowX === 'hidden' && !scrollsAcross && isWider) return at
        if (overflowY === 'hidden' && !scrollsDown && box.bottom > edge.bottom + 4) return at
        const isScrolling = /auto|scroll/
        scrollsAcross ||= isScrolling.test(overflowX) && at.scrollWidth > at.clientWidth
        scrollsDown ||= isScrolling.test(overflowY) && at.scrollHeight > at.clientHeight
      }
      return null
    }
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.data.trim() === '' || isLeftOut(node.parentElement)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.width > 2 && box.height > 2)
          lines.push({ box, piece: node.parentElement, text: node.data.trim() })
      }
    }
    for (const line of lines) {
      const { box, piece, text } = line
      const isOut = box.right > root.clientWidth + 1 || box.left < -1
      if (isOut && !scrolls(piece)) found.push(`outside: ${text}`)
      else if (cutBy(line) !== null) found.push(`cut off: ${text}`)
    }
    /** What is scrolled out of an area is not seen, so it covers nothing. */
    const seenPart = ({ box, piece }: Line): Pick<Box, 'top' | 'bottom'> => {
      let { top, bottom } = box
      for (let at: Piece | null = piece; at !== null && at !== root; at = at.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(at)['overflowY'] ?? '')) continue
        const edge = at.getBoundingClientRect()
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return { top, bottom }
    }
    const seen = new Map(lines.map((line) => [line, seenPart(line)]))
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (one.piece === other.piece || one.piece.contains(other.piece) || other.piece.contains(one.piece))
          continue
        const overlapWidth = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const [first, second] = [seen.get(one) ?? one.box, seen.get(other) ?? other.box]
        const high = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top)
        // A line's box is higher than its letters.
        const least = Math.min(one.box.height, other.box.height) * 0.4
        if (overlapWidth < 3 || high < least || layerOf(one.piece) !== layerOf(other.piece)) continue
        found.push(`overlap: ${one.text} | ${other.text}`)
      }
    }
    return [...new Set(found)].slice(0, 8)
  })

type View = {
  readonly name: string
  readonly width: number
  readonly spaced?: true
  /** Font size that the person chose in the browser; 16 by default. */
  readonly fontPx?: number
}
const tightest: readonly View[] = [
  { name: 'spaced at 390', width: 390, spaced: true },
  { name: '320', width: 320 },
  { name: '200 % at 768', width: 768, fontPx: 32 },
  { name: '200 % at 390', width: 390, fontPx: 32 },
]
/** English texts are shorter, so they are checked only at the narrowest sizes. */
const views: Readonly<Record<Language, readonly View[]>> = {
  en: tightest,
  es: [
    ...tightest,
    { name: 'spaced at 1440', width: 1440, spaced: true },
    { name: '360', width: 360 },
    { name: '200 % at 1440', width: 1440, fontPx: 32 },
  ],
}

/** Several pages are read one after the other in the same window. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()

const devtoolsOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

const set = async (page: Page, { width, spaced, fontPx = 16 }: Omit<View, 'name'>): Promise<void> => {
  const devtools = await devtoolsOf(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: fontPx, fixed: (fontPx * 13) / 16 } })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    ([css]) => {
      type Sheet = { replaceSync: (text: string) => void }
      const { document, CSSStyleSheet } = globalThis as unknown as {
        document: { adoptedStyleSheets: Sheet[] }
        CSSStyleSheet: new () => Sheet
      }
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css ?? '')
      document.adoptedStyleSheets = [sheet]
    },
    [spaced ? textSpacing : ''],
  )
  await standsStill(page)
}

/**
 * The browser does not tell a page that a changed font size changes what its widths match. A narrow window before
 * the wide one does, and the next page is then opened as in a window that was always wide.
 */
const restore = async (page: Page): Promise<void> => {
  for (const width of [320, 1440]) await set(page, { width })
}

/** Texts of the open page that a reader loses at any spacing, width or size. */
export const lostAtAnySize = async (page: Page, language: Language): Promise<string[]> => {
  const found: string[] = []
  for (const view of views[language]) {
    await set(page, view)
    for (const lost of await lostTexts(page)) found.push(`${view.name}: ${lost}`)
  }
  await restore(page)
  return found
}
