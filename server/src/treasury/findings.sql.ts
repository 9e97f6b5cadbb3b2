import { sql as fragment, type Selectable } from 'kysely'
import type { Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import { anyOf, changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { ReconciliationFinding } from '../kernel/schema.ts'
import { applyTransition, transitions } from '../kernel/states.ts'
import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'

/**
 * States of a finding: suspected at first, open when the next check finds it again, and gone when a check no
 * longer finds it. What only the book decides, such as its age, is open at once.
 */
export const findingTransitions = transitions({
  table: 'reconciliationFinding',
  initial: ['suspected', 'open'],
  states: {
    suspected: { 'finding.repeated': 'open', 'finding.gone': 'gone' },
    open: { 'finding.gone': 'gone' },
    gone: {},
  },
})

/** A check of the reconciliation whose findings are stored. */
export type CheckName = Selectable<ReconciliationFinding>['invariant']

/** A difference as a check found it. */
export type FoundDifference = {
  readonly check: CheckName
  readonly subject: string
  readonly detail: string
  readonly companyId: string | null
}

const firstUuid = '00000000-0000-0000-0000-000000000000'
/** The unique index on findings has this constant in its condition. */
const gone = constant('gone')

const notGone = (sql: Queries, check: CheckName) =>
  sql
    .selectFrom('reconciliationFinding')
    .select(['id', 'status', 'times', 'firstAt'])
    .where('status', '!=', gone)
    .where('invariant', '=', check)
    .$narrowType<{ status: 'suspected' | 'open' }>()

type Recording = {
  readonly ids: Ids
  readonly at: Date
  /** Whether a difference that is found again is confirmed, by the time at which it was first found. */
  readonly isConfirmed?: (firstAt: Date) => boolean
  /** The status of a difference that was not found before. */
  readonly first?: 'suspected' | 'open'
}

/** Records a difference. True: it became open. */
const record = async (sql: Queries, found: FoundDifference, of: Recording & { id: string }) => {
  const { check: invariant, subject, detail, companyId } = found
  const { id, at, first: status = 'suspected', isConfirmed = () => true } = of
  const inserted = await sql
    .insertInto('reconciliationFinding')
    .values({ id, companyId, invariant, subject, detail, status, firstAt: at, lastAt: at })
    .onConflict((conflict) =>
      conflict.columns(['invariant', 'subject']).where('status', '!=', gone).doNothing(),
    )
    .executeTakeFirst()
  if (changedOne(inserted)) return status === 'open' ? id : null
  const row = await notGone(sql, invariant)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const set = { detail, times: row.times + 1, lastAt: at }
  if (row.status === 'suspected' && isConfirmed(row.firstAt)) {
    await applyTransition(sql, findingTransitions, row, 'finding.repeated', { set })
    return row.id
  }
  await sql.updateTable('reconciliationFinding').set(set).where('id', '=', row.id).execute()
  return null
}

/** Records differences, and announces those that became open. */
export const recordFindings = async (
  { sql, emit }: WriteTransaction,
  found: readonly FoundDifference[],
  of: Recording,
): Promise<void> => {
  for (const each of found) {
    const entityId = await record(sql, each, { ...of, id: of.ids.next() })
    if (!entityId) continue
    const { check: invariant, subject, companyId } = each
    const payload = { invariant, subject }
    emit({ type: 'reconciliation.mismatch_found', entityId, companyId, userId: null, payload })
  }
}

/** Ends the findings of a check: those of `subjects`, or all except those of `except`. */
export const endFindings = async (
  sql: Queries,
  of: { check: CheckName; at: Date } & (
    | { readonly subjects: readonly string[] }
    | { readonly except: readonly string[] }
  ),
): Promise<void> => {
  const standing = notGone(sql, of.check).orderBy('id').forUpdate()
  const ended =
    'subjects' in of
      ? standing.where('subject', '=', anyOf(of.subjects))
      : standing.where(fragment<boolean>`subject <> all (${[...of.except]})`)
  for (const row of await ended.execute())
    await applyTransition(sql, findingTransitions, row, 'finding.gone', { set: { goneAt: of.at } })
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

/** A confirmed difference. For a card (R1), `differenceCents` is what the issuer has more than the book. */
export type OpenFinding = {
  readonly id: string
  readonly invariant: CheckName
  readonly subject: string
  readonly detail: string
  readonly companyId: string | null
  readonly cardId: string | null
  readonly differenceCents: bigint | null
}

/** Confirmed differences, a page by their ids. Scope: jobs. */
export const listOpenFindings = (
  sql: Queries,
  of: { readonly after: string; readonly limit: number },
): Promise<OpenFinding[]> =>
  sql
    .selectFrom('reconciliationFinding as found')
    .leftJoin('cardComparison as card', (join) =>
      join
        .on('found.invariant', '=', 'R1')
        .on(fragment<boolean>`found.subject in (card.card_id::text, card.issuer_card_id)`),
    )
    .select(['found.id', 'found.invariant', 'found.subject', 'found.detail', 'found.companyId'])
    .select(['card.cardId', 'card.differenceCents'])
    .where('found.status', '=', constant('open'))
    .where(fragment<boolean>`found.id > coalesce(nullif(${of.after}, '')::uuid, ${firstUuid}::uuid)`)
    .orderBy('found.id')
    .limit(of.limit)
    .execute()

/** Whether one of these checks has a difference that is not gone. */
export const hasFinding = async (sql: Queries, checks: readonly CheckName[]): Promise<boolean> => {
  const standing = sql.selectFrom('reconciliationFinding').select('id').where('status', '!=', gone)
  return (await standing.where('invariant', '=', anyOf(checks)).limit(1).executeTakeFirst()) !== undefined
}

/** Confirmed differences, of all companies or of the reader's. */
export const treasuryWork = {
  findings: {
    tag: 'reconcile.view',
    read: (sql) =>
      readWaiting(
        sql,
        sql
          .selectFrom('reconciliationFinding')
          .where('status', '!=', gone)
          .where('status', '=', constant('open')),
        { by: 'firstAt', time: 'firstAt' },
      ),
  },
} satisfies Record<string, WaitingWork>
