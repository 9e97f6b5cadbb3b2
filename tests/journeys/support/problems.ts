import type { BrowserContext, Page } from '@playwright/test'

/**
 * What a browser complains about while a journey runs: errors of scripts and console, refusals of the content security
 * policy, files that are missing. A journey names what it provokes itself.
 */
export type Problems = {
  /** Expected from here on: a refused password answers 400, and the browser writes that down. */
  readonly expect: (...patterns: RegExp[]) => void
  readonly unexpected: () => readonly string[]
}

/** Listens to every page of a browser, and to those that it opens. */
export const collectProblems = (context: BrowserContext): Problems => {
  const found: string[] = []
  const expected: RegExp[] = []
  const listen = (page: Page) => {
    page.on('pageerror', (error) => found.push(`script: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' && !/Content.Security.Policy/i.test(message.text())) return
      found.push(`console: ${message.text()} (${message.location().url}) at ${page.url()}`)
    })
  }
  for (const page of context.pages()) listen(page)
  context.on('page', listen)
  return {
    expect: (...patterns) => expected.push(...patterns),
    unexpected: () => found.filter((each) => !expected.some((pattern) => pattern.test(each))),
  }
}
