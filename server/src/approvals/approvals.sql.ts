import { sql as fragment, type Insertable, type Selectable } from 'kysely'
import type { CheckerTag } from '@cardamom/contract/approvals/checker-tags'
import { pathOf } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { onlyOwnerOf, type ShareReader } from '../companies/share-access.ts'
import { cappedCount } from '../kernel/capped-count.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
import type { Approval } from '../kernel/schema.ts'
import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'
import { checkerTagsOf, ofShares, payments, type ApprovalStatus } from './approval.ts'

type StoredRow = Selectable<Approval>
/** A request without what was requested. */
export type ListedApproval = Omit<
  StoredRow,
  'status' | 'stepUp' | 'failureData' | 'encrypted' | 'encryptedSummary'
> & {
  readonly status: ApprovalStatus
  readonly stepUp: 'S2' | 'S3'
  readonly failureData: Readonly<Record<string, unknown>> | null
  /** The path of its company. */
  readonly path: readonly string[]
}
export type ApprovalRow = ListedApproval & Pick<StoredRow, 'encrypted'>

/** Requests without what was requested: content can be large, and lists have many rows. */
export const approvals = (sql: Queries) =>
  sql
    .selectFrom('approval')
    .select(['id', 'companyId', 'status', 'kind', 'checkerTag', 'stepUp', 'makerId', 'makerSessionId'])
    .select([
      'reason',
      'requestedAt',
      'expiresAt',
      'selfCheckFrom',
      'checkerId',
      'decidedAt',
      'isSelfChecked',
      'note',
    ])
    .select(['failureCode', 'failureData', pathOf('approval.companyId').as('path')])
    .$castTo<ListedApproval>()

const withContent = (sql: Queries) => approvals(sql).select('encrypted').$castTo<ApprovalRow>()

export const findApproval = async (sql: Queries, id: string): Promise<ApprovalRow | null> =>
  (await withContent(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** Requests of a company that are not decided, or run now. */
export const readOpenRequests = (
  sql: Queries,
  { companyId, now }: { readonly companyId: string; readonly now: Date },
): Promise<ApprovalRow[]> =>
  withContent(sql)
    .where('companyId', '=', companyId)
    .where('status', 'in', ['requested', 'running'])
    .where((eb) => eb.or([eb('status', '=', 'running'), eb('expiresAt', '>', now)]))
    .execute()

/** What lists show of requests; null for those of earlier versions. */
export const readEncryptedSummaries = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer | null>> => {
  const rows = await sql
    .selectFrom('approval')
    .select(['id', 'encryptedSummary'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, encryptedSummary }) => [id, encryptedSummary]))
}

export const insertApproval = async (
  sql: Queries,
  approval: Omit<Insertable<Approval>, 'status'>,
): Promise<void> => {
  await sql
    .insertInto('approval')
    .values({ ...approval, status: 'requested' })
    .execute()
}

/**
 * Whether a reader might decide a request, by whose money it is about: the operator's staff might decide each, others none
 * that changes money of their company or of one below it, or shows shares that they do not see.
 */
export const mayConcern = (me: ShareReader) => {
  const { companyId } = me
  const path = pathOf('approval.companyId')
  const isOwn = fragment<boolean>`approval.kind = ${anyOf([...payments])} and ${companyId}::uuid = any(${path})`
  const isHidden = fragment<boolean>`approval.kind = ${anyOf([...(onlyOwnerOf(me) === null ? [] : ofShares)])}`
  return companyId === houseId ? fragment<boolean>`true` : fragment<boolean>`not (${isHidden} or ${isOwn})`
}

const requested = constant('requested')

/** Requests that a person may decide now; `companyIds` null: of all companies. */
const waitingFor = (
  sql: Queries,
  me: ShareReader & {
    readonly companyIds: readonly string[] | null
    readonly tags: readonly CheckerTag[]
  },
  now: Date,
) => {
  const all = sql
    .selectFrom('approval')
    .where('status', '=', requested)
    .where('checkerTag', '=', anyOf(me.tags))
    .where('makerId', '!=', me.userId)
    .where('expiresAt', '>', now)
    .where(mayConcern(me))
  return me.companyIds === null ? all : all.where('approval.companyId', '=', anyOf(me.companyIds))
}

/** Counts them, up to one above the cap. */
export const countWaiting = async (
  sql: Queries,
  me: Parameters<typeof waitingFor>[1],
  now: Date,
): Promise<number> => (await cappedCount(sql, waitingFor(sql, me, now)).executeTakeFirstOrThrow()).count

/** Requests of other people that the reader may decide. */
export const approvalWork = {
  approvals: {
    tag: null,
    read: async (sql, { me, scope, now }) => {
      const tags = checkerTagsOf(me)
      if (tags.length === 0 || scope.kind === 'own') return { count: 0, oldestAt: null }
      const companyIds = scope.kind === 'all' ? null : scope.companyIds
      const rows = waitingFor(sql, { ...me, scope, companyIds, tags }, now)
      return readWaiting(sql, rows, { by: 'approval.id', time: 'approval.requestedAt' })
    },
  },
} satisfies Record<string, WaitingWork>
