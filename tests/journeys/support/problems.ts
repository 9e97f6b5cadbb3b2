import type { BrowserContext, Page } from '@playwright/test'

/**
 * Complaints of a browser during a journey: errors of scripts and console, violations of the content security
 * policy, missing files. A journey names the ones that it provokes.
 */
export type Problems = {
  /** Expects these from here on: for example, a wrong password answers 400, and the browser logs that. */
  readonly expect: (...patterns: RegExp[]) => void
  readonly unexpected: () => readonly string[]
}

/** A price that a busy machine cannot tell for a moment; the page reads it again by itself (price-again.spec.ts). */
const noPriceYet = /status of 503 .*\/api\/(?:coin-deposit|load)-offers\?/

/** Listens to every page of a browser, also to pages that open later. */
export const collectProblems = (context: BrowserContext): Problems => {
  const found: string[] = []
  const expected: RegExp[] = [noPriceYet]
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
