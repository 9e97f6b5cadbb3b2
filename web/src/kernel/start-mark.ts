/** Performance mark that early.ts sets. */
const markName = 'cardamom-start'

/** Delay before the check of a stored token (product §9), counted from the first line of our code. */
export const checkDelayMs = 600

export const markStart = (): void => void performance.mark(markName)

/** When our code started in this page, in milliseconds since the page was opened. */
export const startedAtMs = (): number =>
  performance.getEntriesByName(markName, 'mark')[0]?.startTime ?? performance.now()
