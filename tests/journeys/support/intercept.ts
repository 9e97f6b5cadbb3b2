import type { Page, Route } from '@playwright/test'

type Where = Parameters<Page['route']>[0]
type Handler = (route: Route) => Promise<unknown>
export type Interception = { readonly end: () => void }

/**
 * Answers the requests to an address in place of the product until `end`. The route itself stays: a request
 * that the browser starts while it removes an interception is sometimes never sent (Playwright issue 41802,
 * which is why the option `times` and `unroute` are not used).
 */
export const intercept = async (page: Page, where: Where, handler: Handler): Promise<Interception> => {
  let hasEnded = false
  await page.route(where, (route) => (hasEnded ? route.fallback() : handler(route)))
  return {
    end: () => {
      hasEnded = true
    },
  }
}

/** The same for the first request only. */
export const interceptOnce = async (page: Page, where: Where, handler: Handler): Promise<void> => {
  const interception = await intercept(page, where, (route) => {
    interception.end()
    return handler(route)
  })
}
