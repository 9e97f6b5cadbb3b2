import { expect, type Page } from '@playwright/test'

/** The tests know nothing of the browser's own types: this is what they use of them. */
type Piece = {
  tagName: string
  textContent: string
  innerText: string
  getAttribute: (name: string) => string | null
  closest: (selector: string) => Piece | null
  checkVisibility: (how: { visibilityProperty: boolean }) => boolean
  querySelectorAll: (selector: string) => Iterable<Piece>
}

/** What a page offers: its headings and all that can be pressed or filled in, without their numbers. */
export const shapeOf = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate((body) => {
    const root = body as unknown as Piece
    // News may come at any time: the bell counts them.
    const offered =
      'h1, h2, h3, a[href]:not([href$="/notifications"]), button, input, select, textarea, [role=tab]'
    return [...root.querySelectorAll(offered)]
      .filter(
        (piece) => piece.closest('.Toastify') === null && piece.checkVisibility({ visibilityProperty: true }),
      )
      .map((piece) => {
        const name = piece.getAttribute('aria-label') ?? piece.textContent.trim()
        return `${piece.tagName.toLowerCase()} ${name.replaceAll(/[\d,.:]+( [AP]M)?/g, '#')}`
      })
  })

/** A key of the catalogue, or a name of the API, where a sentence should stand. */
const rawName =
  /(?<![\w@./-])(?:[a-z]+(?:[A-Z][a-z]+)*\.[a-z]+(?:[A-Z_.][a-z]+)*|[a-z]+(?:_[a-z]+)+)(?![\w@./-])/g

/** Whether the page has no words, and gets none. */
const staysBlank = (page: Page): Promise<boolean> =>
  expect
    .poll(async () => (await page.getByRole('main').innerText()).trim().length, { timeout: 8000 })
    .toBeGreaterThan(11)
    .then(
      () => false,
      () => true,
    )

/**
 * What nobody should meet: nothing at all, a name of the code, an alert without words, a sentence in a toast and on the
 * page, a wait that never ends.
 */
export const troublesOf = async (page: Page): Promise<string[]> => {
  const { text, alerts, toasts, waits } = await page.locator('body').evaluate((body) => {
    const root = body as unknown as Piece
    const visible = (selector: string) =>
      [...root.querySelectorAll(selector)].filter((piece) =>
        piece.checkVisibility({ visibilityProperty: true }),
      )
    return {
      text: root.innerText,
      alerts: visible('[role=alert]')
        .filter((piece) => piece.closest('.Toastify') === null)
        .map((piece) => piece.innerText.trim()),
      toasts: visible('.Toastify__toast').map((piece) => piece.innerText.trim()),
      // What lies behind the lock screen waits with it.
      waits: visible('.animate-glow, .animate-spin').filter((piece) => piece.closest('[inert]') === null)
        .length,
    }
  })
  return [
    ...((await staysBlank(page)) ? ['blank'] : []),
    ...(alerts.includes('') ? ['an alert without words'] : []),
    ...toasts
      .filter((toast) => alerts.some((alert) => alert.includes(toast)))
      .map((toast) => `says twice: ${toast}`),
    ...(waits > 0 ? [`waits for ever (${waits})`] : []),
    ...(text.match(rawName) ?? []).map((name) => `shows the raw name ${name}`),
  ]
}
