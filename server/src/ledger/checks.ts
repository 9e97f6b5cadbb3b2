import type { Queries } from '../kernel/queries.ts'
import { bookChecks } from './checks.sql.ts'

/** A violation: its rule, its object and the details. Amounts are stored cents or units. */
export type Finding = { readonly check: string; readonly subject: string; readonly detail: string }

/** The checks of the book, in running order. */
export const checkNames: readonly string[] = Object.keys(bookChecks)

/** Runs one check. Throws for an unknown name. */
export const runCheck = async (sql: Queries, check: string): Promise<Finding[]> => {
  const text = bookChecks[check]
  if (!text) throw new Error(`There is no check ${check}`)
  const rows = await sql.rows<{ subject: string; detail: string }>(text)
  return rows.map(({ subject, detail }) => ({ check, subject, detail }))
}

/**
 * Recomputes the whole book from its postings (domain §13.1, 2, 4, 7, 8, 11). A finding means tampering or a
 * bug.
 */
export const checkBook = async (sql: Queries): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const check of checkNames) findings.push(...(await runCheck(sql, check)))
  return findings
}
