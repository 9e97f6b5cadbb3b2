/** Left by early.ts. */
const markName = 'cardamom-start'

/** When our code began to run in this page, in milliseconds from its opening. */
export const startedAtMs = (): number =>
  performance.getEntriesByName(markName, 'mark')[0]?.startTime ?? performance.now()
