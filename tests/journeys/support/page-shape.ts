import { expect, type Page } from '@playwright/test'

/** The tests do not load the browser's own types; these are the parts in use. */
type Piece = {
  tagName: string
  textContent: string
  innerText: string
  getAttribute: (name: string) => string | null
  closest: (selector: string) => Piece | null
  checkVisibility: (how: { visibilityProperty: boolean }) => boolean
  querySelectorAll: (selector: string) => Iterable<Piece>
}

/** Headings and controls of a page, without numbers. */
export const shapeOf = (page: Page): Promise<string[]> =>
  page.locator('body').evaluate((body) => {
    const root = body as unknown as Piece
    // The bell's count changes with new notifications.
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

/** A catalogue key or an API name where a text should be. */
const rawName =
  /(?<![\w@./-])(?:[a-z]+(?:[A-Z][a-z]+)*\.[a-z]+(?:[A-Z_.][a-z]+)*|[a-z]+(?:_[a-z]+)+)(?![\w@./-])/g

/** Whether the page has no text and stays without text. */
const staysBlank = (page: Page): Promise<boolean> =>
  expect
    .poll(async () => (await page.getByRole('main').innerText()).trim().length)
    .toBeGreaterThan(11)
    .then(
      () => false,
      () => true,
    )

/**
 * Problems that no person should see: an empty page, an internal name, an alert without text, the same
 * sentence in a toast and on the page, an endless wait.
 */
export const troublesOf = async (page: Page): Promise<string[]> => {
  const { codes, text, alerts, toasts, waits } = await page.locator('body').evaluate((body) => {
    const root = body as unknown as Piece
    const visible = (selector: string) =>
      [...root.querySelectorAll(selector)].filter((piece) =>
        piece.checkVisibility({ visibilityProperty: true }),
      )
    return {
      // A code of the ledger is shown as it is written there.
      codes: visible('code').map((piece) => piece.innerText.trim()),
      text: root.innerText,
      alerts: visible('[role=alert]')
        .filter((piece) => piece.closest('.Toastify') === null)
        .map((piece) => piece.innerText.trim()),
      toasts: visible('.Toastify__toast').map((piece) => piece.innerText.trim()),
      // Content behind the lock screen may wait with it.
      waits: visible('.animate-glow, .animate-spin').filter((piece) => piece.closest('[inert]') === null)
        .length,
    }
  })
  return [
    ...((await staysBlank(page)) ? ['blank'] : []),
    ...(alerts.includes('') ? ['an alert without text'] : []),
    ...toasts
      .filter((toast) => alerts.some((alert) => alert.includes(toast)))
      .map((toast) => `says twice: ${toast}`),
    ...(waits > 0 ? [`waits for ever (${waits})`] : []),
    ...(text.match(rawName) ?? [])
      .filter((name) => !codes.includes(name))
      .map((name) => `shows the raw name ${name}`),
  ]
}
