import { sql as fragment, type Selectable } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import type { IdentityFinding } from '../kernel/schema.ts'
import type { Finding } from '../ledger/checks.ts'

/** The unique index on findings has this constant in its condition. */
const gone = constant('gone')

/** A difference was found. Gives its id when it is so for the second time, which makes it a fact. */
export const noteFinding = async (
  sql: Queries,
  { id, companyId, finding, at }: { id: string; companyId: string | null; finding: Finding; at: Date },
): Promise<string | null> => {
  const { check, subject, detail } = finding
  // Checks of the issuer's figures carry these names alone.
  const identity = check as Selectable<IdentityFinding>['identity']
  const known = await sql
    .insertInto('identityFinding')
    .values({ id, companyId, identity, subject, detail, status: 'suspected', firstAt: at, lastAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['identity', 'subject'])
        .where('status', '!=', gone)
        .doUpdateSet(({ eb }) => ({
          detail,
          status: 'open',
          times: eb('identityFinding.times', '+', 1),
          lastAt: at,
        })),
    )
    .returning(['id', 'status', 'times'])
    .executeTakeFirstOrThrow()
  return known.status === 'open' && known.times === 2 ? known.id : null
}

/** Ends every finding that the last check did not find again. */
export const endOtherFindings = async (
  sql: Queries,
  { found, at }: { found: readonly Finding[]; at: Date },
): Promise<void> => {
  const again = found.map(({ check, subject }) => `${check} ${subject}`)
  await sql
    .updateTable('identityFinding')
    .set({ status: 'gone', goneAt: at })
    .where('status', '!=', gone)
    .where(fragment<boolean>`identity || ' ' || subject <> all (${again})`)
    .execute()
}

/** Differences that stand. */
export const listFindings = (sql: Queries) =>
  sql
    .selectFrom('identityFinding')
    .select(['identity', 'subject', 'detail', 'status'])
    .where('status', '!=', gone)
    .orderBy('identity')
    .orderBy('subject')
    .execute()
