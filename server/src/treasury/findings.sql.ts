import { sql as fragment, type Selectable } from 'kysely'
import { changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { ReconciliationFinding } from '../kernel/schema.ts'
import { applyTransition, transitions } from '../kernel/states.ts'
import type { Finding } from '../ledger/checks.ts'

/**
 * States of a finding: suspected at first, open when the next check finds it again, and gone when a check no
 * longer finds it.
 */
export const findingTransitions = transitions({
  table: 'reconciliationFinding',
  initial: ['suspected'],
  states: {
    suspected: { 'finding.repeated': 'open', 'finding.gone': 'gone' },
    open: { 'finding.gone': 'gone' },
    gone: {},
  },
})

/** The unique index on findings has this constant in its condition. */
const gone = constant('gone')

/** Findings that are not gone, locked until the end of the transaction. */
const standing = (sql: Queries) =>
  sql
    .selectFrom('reconciliationFinding')
    .select(['id', 'status', 'times'])
    .where('status', '!=', gone)
    .$narrowType<{ status: 'suspected' | 'open' }>()
    .forUpdate()

/** Records a found difference. Returns its id when it is found for the second time and becomes open. */
export const recordFinding = async (
  sql: Queries,
  { id, companyId, finding, at }: { id: string; companyId: string | null; finding: Finding; at: Date },
): Promise<string | null> => {
  const { check, subject, detail } = finding
  // Only the checks of the issuer's figures are recorded here.
  const invariant = check as Selectable<ReconciliationFinding>['invariant']
  const inserted = await sql
    .insertInto('reconciliationFinding')
    .values({ id, companyId, invariant, subject, detail, status: 'suspected', firstAt: at, lastAt: at })
    .onConflict((conflict) =>
      conflict.columns(['invariant', 'subject']).where('status', '!=', gone).doNothing(),
    )
    .executeTakeFirst()
  if (changedOne(inserted)) return null
  const ofThis = standing(sql).where('invariant', '=', invariant).where('subject', '=', subject)
  const row = await ofThis.executeTakeFirstOrThrow()
  const set = { detail, times: row.times + 1, lastAt: at }
  if (row.status === 'suspected') {
    await applyTransition(sql, findingTransitions, row, 'finding.repeated', { set })
    return row.id
  }
  await sql.updateTable('reconciliationFinding').set(set).where('id', '=', row.id).execute()
  return null
}

/** Ends every finding that the last check did not find. */
export const endOtherFindings = async (
  sql: Queries,
  { found, at }: { found: readonly Finding[]; at: Date },
): Promise<void> => {
  const again = found.map(({ check, subject }) => `${check} ${subject}`)
  const notFound = standing(sql).where(fragment<boolean>`invariant || ' ' || subject <> all (${again})`)
  for (const row of await notFound.orderBy('id').execute())
    await applyTransition(sql, findingTransitions, row, 'finding.gone', { set: { goneAt: at } })
}

/** Differences that are not gone. */
export const listFindings = (sql: Queries) =>
  sql
    .selectFrom('reconciliationFinding')
    .select(['invariant', 'subject', 'detail', 'status'])
    .where('status', '!=', gone)
    .orderBy('invariant')
    .orderBy('subject')
    .execute()
