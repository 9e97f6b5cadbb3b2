import type { Queries } from '../kernel/queries.ts'
import type { Finding } from '../ledger/checks.ts'

const note = `insert into identity_finding (id, company_id, identity, subject, detail, status, first_at, last_at)
  values ($1, $2, $3, $4, $5, 'suspected', $6, $6)
  on conflict (identity, subject) where status <> 'gone' do update set detail = excluded.detail, status = 'open',
    times = identity_finding.times + 1, last_at = excluded.last_at
  returning id, status, times`
const over = `update identity_finding set status = 'gone', gone_at = $1
  where status <> 'gone' and identity || ' ' || subject <> all ($2)`
const open = `select identity, subject, detail, status from identity_finding where status <> 'gone'
  order by identity, subject`

/** A difference was found. Gives its id when it is so for the second time, which makes it a fact. */
export const noteFinding = async (
  sql: Queries,
  found: { id: string; companyId: string | null; finding: Finding; at: Date },
): Promise<string | null> => {
  const { check, subject, detail } = found.finding
  const row = await sql.one<{ id: string; status: string; times: number }>(note, [
    found.id,
    found.companyId,
    check,
    subject,
    detail,
    found.at,
  ])
  return row.status === 'open' && row.times === 2 ? row.id : null
}

/** Ends every finding that the last check did not find again. */
export const endOtherFindings = async (
  sql: Queries,
  { found, at }: { found: readonly Finding[]; at: Date },
): Promise<void> => {
  await sql.run(over, [at, found.map(({ check, subject }) => `${check} ${subject}`)])
}

export type KnownFinding = {
  readonly identity: string
  readonly subject: string
  readonly detail: string
  readonly status: 'suspected' | 'open'
}

/** Differences that stand. */
export const listFindings = (sql: Queries): Promise<KnownFinding[]> => sql.rows<KnownFinding>(open)
