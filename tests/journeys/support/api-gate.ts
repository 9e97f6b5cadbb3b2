import type { Page } from '@playwright/test'

/** A call of the page to the API, before it leaves the browser. */
export type ApiCall = { readonly method: string; readonly url: URL }

/** What becomes of a call: it goes on, finds no connection, waits for ever, or is answered here. */
export type Verdict =
  | 'pass'
  | 'cut'
  | 'wait'
  | { readonly status: number; readonly contentType: string; readonly body: string }

/**
 * Stands between a page and the API. The browser's own interception is used: `page.route` takes the browser's cache away
 * as well, and a page that is opened without it costs three times as much.
 */
export const gateApi = async (page: Page, judge: (call: ApiCall) => Verdict): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  const act = (requestId: string, verdict: Exclude<Verdict, 'wait'>): Promise<unknown> => {
    if (verdict === 'pass') return browser.send('Fetch.continueRequest', { requestId })
    if (verdict === 'cut')
      return browser.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })
    return browser.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: verdict.status,
      responseHeaders: [{ name: 'content-type', value: verdict.contentType }],
      body: Buffer.from(verdict.body).toString('base64'),
    })
  }
  browser.on('Fetch.requestPaused', ({ requestId, request }) => {
    const verdict = judge({ method: request.method, url: new URL(request.url) })
    // The page that asked may be gone.
    if (verdict !== 'wait') act(requestId, verdict).catch(() => undefined)
  })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
}
