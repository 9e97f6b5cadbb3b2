import type { BrowserContext, Response } from '@playwright/test'

const longest = 25

const lineOf = async (response: Response): Promise<string> => {
  const { pathname, search } = new URL(response.url())
  const line = `${response.request().method()} ${pathname}${search} ${response.status()}`
  if (response.status() < 400) return line
  const body = await response.text().catch(() => '')
  return `${line} ${body.slice(0, 200)}`
}

/** The newest answers that a browser received from the API, with the bodies of errors: told when a journey fails. */
export type LastAnswers = { readonly lines: () => Promise<readonly string[]> }

export const recordAnswers = (context: BrowserContext): LastAnswers => {
  let newest: readonly Promise<string>[] = []
  const add = (line: Promise<string>) => {
    newest = [...newest, line].slice(-longest)
  }
  context.on('response', (response) => {
    if (response.url().includes('/api/')) add(lineOf(response))
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed'
    if (request.url().includes('/api/')) add(Promise.resolve(`${request.method()} ${request.url()} ${why}`))
  })
  return { lines: () => Promise.all(newest) }
}
