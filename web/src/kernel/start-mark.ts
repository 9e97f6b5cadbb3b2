/** Left by early.ts. */
const markName = 'cardamom-start'

/** Time between the start and the check of a stored token (product §9): counted from our first line of code. */
export const checkDelayMs = 600

export const markStart = (): void => void performance.mark(markName)

/** When our code began to run in this page, in milliseconds from its opening. */
export const startedAtMs = (): number =>
  performance.getEntriesByName(markName, 'mark')[0]?.startTime ?? performance.now()
