import type { Insertable, Selectable } from 'kysely'
import type { CheckerTag } from '@cardamom/contract/approvals/checker-tags'
import { cappedCount } from '../kernel/capped-count.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
import type { Approval } from '../kernel/schema.ts'
import type { ApprovalStatus } from './approval.ts'

export type ApprovalRow = Omit<Selectable<Approval>, 'status' | 'stepUp' | 'failureData'> & {
  readonly status: ApprovalStatus
  readonly stepUp: 'S2' | 'S3'
  readonly failureData: Readonly<Record<string, unknown>> | null
}

export const approvals = (sql: Queries) =>
  sql
    .selectFrom('approval')
    .select(['id', 'companyId', 'status', 'kind', 'checkerTag', 'stepUp', 'makerId', 'makerSessionId'])
    .select([
      'reason',
      'encrypted',
      'requestedAt',
      'expiresAt',
      'selfCheckFrom',
      'checkerId',
      'decidedAt',
      'isSelfChecked',
      'note',
    ])
    .select(['failureCode', 'failureData'])
    .$castTo<ApprovalRow>()

export const findApproval = async (sql: Queries, id: string): Promise<ApprovalRow | null> =>
  (await approvals(sql).where('id', '=', id).executeTakeFirst()) ?? null

export const insertApproval = async (
  sql: Queries,
  approval: Omit<Insertable<Approval>, 'status'>,
): Promise<void> => {
  await sql
    .insertInto('approval')
    .values({ ...approval, status: 'requested' })
    .execute()
}

const requested = constant('requested')

/** Counts the requests that a person may decide now; `companyIds` null: of all companies. The count stops one above the cap. */
export const countWaiting = async (
  sql: Queries,
  me: {
    readonly userId: string
    readonly companyIds: readonly string[] | null
    readonly tags: readonly CheckerTag[]
  },
  now: Date,
): Promise<number> => {
  const all = sql
    .selectFrom('approval')
    .where('status', '=', requested)
    .where('checkerTag', '=', anyOf(me.tags))
    .where('makerId', '!=', me.userId)
    .where('expiresAt', '>', now)
  const waiting = me.companyIds === null ? all : all.where('approval.companyId', '=', anyOf(me.companyIds))
  return (await cappedCount(sql, waiting).executeTakeFirstOrThrow()).count
}
