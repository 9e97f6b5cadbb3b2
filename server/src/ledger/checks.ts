import type { Queries } from '../kernel/queries.ts'
import { pageValues, readPage } from './check-pages.ts'
import { checksOfPage } from './checks.sql.ts'

/** A violation: its rule, its object and the details. Amounts are stored cents or units. */
export type Finding = { readonly check: string; readonly subject: string; readonly detail: string }

/** Position in the checks of the book: an order of pages, and the id or day that its next page begins at. */
export type CheckPosition = { readonly order: number; readonly from: string | null }
export const firstPage: CheckPosition = { order: 0, from: null }

/** Checks one page. `next` is the position of the next one, null after the last page of the last order. */
export const checkBookPage = async (
  sql: Queries,
  { order, from }: CheckPosition,
  size?: number,
): Promise<{ findings: Finding[]; next: CheckPosition | null }> => {
  const checks = checksOfPage[order]
  if (!checks) return { findings: [], next: null }
  const page = await readPage(sql, checks.by, { from, size })
  const findings = await sql.rows<Finding>(checks.text, pageValues(checks.by, page))
  if (page.to !== null) return { findings, next: { order, from: page.to } }
  return { findings, next: order + 1 < checksOfPage.length ? { order: order + 1, from: null } : null }
}

/**
 * Recomputes the whole book from its postings (domain §13.1, 2, 4, 7, 8, 11), page by page. A finding means
 * tampering or a bug. @param size rows of a page, fewer than usual, for tests
 */
export const checkBook = async (sql: Queries, size?: number): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (let at: CheckPosition | null = firstPage; at;) {
    const page: Awaited<ReturnType<typeof checkBookPage>> = await checkBookPage(sql, at, size)
    findings.push(...page.findings)
    at = page.next
  }
  return findings
}
