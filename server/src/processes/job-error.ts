import type { processErrors } from '@cardamom/contract/processes'

type Meaning = (typeof processErrors)[number]

/** From the most exact to the least: a refused call also names its service, and a lost database is silent too. */
const meanings: readonly (readonly [Meaning, RegExp])[] = [
  ['unknownJob', /^Error: No handler for /],
  ['locked', /lock timeout|deadlock detected|could not serialize/i],
  ['database', /postgres|database|relation "|violates .* constraint|connection terminated|too many clients/i],
  [
    'silentService',
    /timed? ?out|timeout|fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|socket|network|unavailable|unreachable|did not answer|no answer|aborted|\b50[0234]\b|\b429\b/i,
  ],
  ['refusedByService', /refused|rejected|unauthori[sz]ed|forbidden|\b4\d\d\b/i],
]

/** What the technical text of an error means for an administrator. */
export const meaningOf = (error: string): Meaning =>
  meanings.find(([, pattern]) => pattern.test(error))?.[0] ?? 'defect'
