import type { Page } from '@playwright/test'

/** A call of the page to the API, before the browser sends it. */
export type ApiCall = { readonly method: string; readonly url: URL }

/** What happens to a call: it is sent, finds no connection, never ends, or is answered here. */
export type Verdict =
  | 'pass'
  | 'cut'
  | 'wait'
  | { readonly status: number; readonly contentType: string; readonly body: string }

/**
 * Intercepts the calls between a page and the API. It uses the browser's own protocol, because `page.route`
 * disables the browser's cache, and a page without cache takes three times as long.
 */
export const gateApi = async (page: Page, judge: (call: ApiCall) => Verdict): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  const answer = (requestId: string, verdict: Exclude<Verdict, 'wait'>): Promise<unknown> => {
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
    // The page of this call may be closed.
    if (verdict !== 'wait') answer(requestId, verdict).catch(() => undefined)
  })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
}
