import { request, type APIRequestContext } from '@playwright/test'

type Wire<T> = { success: boolean; code?: string; message?: string; data: T }

/** Address of the product; with a company, its own host. */
export const productUrl = (company?: string): string => {
  const url = new URL(process.env['CARDAMOM_URL'] ?? '')
  if (company) url.hostname = `${company}.${url.hostname}`
  return url.origin
}

/** The API as the web calls it, without a browser, for the preparation of journeys. */
export type Calls = {
  readonly get: <T>(path: string) => Promise<T>
  readonly post: <T>(path: string, body?: unknown) => Promise<T>
  readonly setToken: (token: string) => void
  readonly token: () => string
  readonly context: APIRequestContext
}

/** How often a call is sent again while the product says that it is busy. */
const mostTries = 20

/** A clock moved by days makes the work of those days before it answers. */
const longestMs = 300_000

/**
 * Calls without a session. Every answer that is not a success throws, with the product's
 * message. A busy product has changed nothing, so such a call is sent again with its key, as every client
 * should.
 */
export const openCalls = async (company?: string): Promise<Calls> => {
  const origin = productUrl(company)
  // Browsers resolve *.localhost themselves; Node uses the system, which may not know the name.
  const context = await request.newContext({
    baseURL: productUrl(),
    extraHTTPHeaders: { host: new URL(origin).host },
  })
  let token = ''
  const send = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const key = crypto.randomUUID()
    const attempt = () =>
      context.fetch(`/api${path}`, {
        method,
        timeout: longestMs,
        headers: {
          origin,
          lang: 'en',
          'fake-user': '0',
          'idempotency-key': key,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(method === 'POST' ? { data: body ?? {} } : {}),
      })
    let answer = await attempt()
    for (let tries = 1; answer.status() === 503 && tries < mostTries; tries += 1) {
      await new Promise((done) => setTimeout(done, Number(answer.headers()['retry-after'] ?? 1) * 1000))
      answer = await attempt()
    }
    const text = await answer.text()
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${text}`)
    token = answer.headers()['session-token'] ?? token
    const parsed = JSON.parse(text) as Wire<T>
    return 'data' in parsed ? parsed.data : (parsed as T)
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    setToken: (next) => {
      token = next
    },
    token: () => token,
    context,
  }
}

/** Repeats a read until its answer is as wanted, because background work takes a moment. */
export const until = async <T>(
  what: string,
  read: () => Promise<T | null | undefined | false>,
): Promise<T> => {
  const tries = 240
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const found = await read()
    if (found) return found
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`Timed out: ${what}`)
}
