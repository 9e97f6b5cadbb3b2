import { plannedEachTime } from '../kernel/queries.ts'
import { accountChecks, accountsOfPage } from './account-checks.sql.ts'
import type { PageOrder } from './check-pages.ts'
import { changeChecks, wholeChecks } from './entry-checks.sql.ts'
import { journalChecks, legsOfPage } from './journal-checks.sql.ts'
import { totalChecks, totalsOfPage } from './total-checks.sql.ts'

/**
 * A check of the book: a query that returns the violations in one page, `subject` and `detail` (domain §13,
 * money §5). It reads what `shared` names, or the part of a table that is in the page.
 */
type Check = { readonly check: string; readonly text: string }

const pageText = (checks: readonly Check[], shared: string): string => {
  const texts = checks.map(
    ({ check, text }) => `select '${check}' as check, subject, detail from (${text}) r`,
  )
  return `${shared}\n${texts.join('\nunion all ')} ${plannedEachTime}`
}

/**
 * One statement for each order of pages. A statement reads all that its rules need in one snapshot, so money
 * that moves between two pages is no violation. The postings of a page are read once for all checks.
 */
export const checksOfPage: readonly { readonly by: PageOrder; readonly text: string }[] = [
  { by: 'whole', text: pageText(wholeChecks, '') },
  { by: 'journals', text: pageText(journalChecks, legsOfPage) },
  { by: 'accounts', text: pageText(accountChecks, accountsOfPage) },
  { by: 'changes', text: pageText(changeChecks, '') },
  { by: 'days', text: pageText(totalChecks, totalsOfPage) },
]
