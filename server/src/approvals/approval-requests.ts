import { approvalKinds } from '@cardamom/contract/approvals'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { checkerTagOf, superCheck, type CheckerTag } from '@cardamom/contract/approvals/checker-tags'
import type { ApprovalRequests, FourEyesCall, WantedApproval } from '../kernel/approval-requests.ts'
import { after } from '../kernel/clock.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { Database } from '../kernel/database.ts'
import type { Ids } from '../kernel/ids.ts'
import { approvalMs, versionOf } from './approval.ts'
import { encryptContent, encryptSummary, summaryOf } from './approval-content.ts'
import { insertApproval } from './approvals.sql.ts'

/** The requests of calls, and the mounted calls that can be requested. */
export type Approvals = ApprovalRequests & {
  /** The call of a kind of request; null: this version of the product has none. */
  readonly find: (kind: string) => FourEyesCall | null
}

type Facts = Readonly<Record<string, string>>

const actionOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** The name of a call's kind. A call without a name, such as one of a test, has its method and path. */
export const kindOf = (declared: Pick<Endpoint, 'method' | 'path'>): string => {
  const action = actionOf(declared)
  return (approvalKinds as Readonly<Record<string, string>>)[action] ?? action
}

const checkerTagOfCall = ({ who, path, checkedBySuper }: Endpoint): CheckerTag => {
  if (checkedBySuper) return superCheck
  if (who === 'public' || who === 'signed-in') throw new Error(`${path} needs two people and has no tag`)
  return checkerTagOf(who)
}

/** The facts of an operation, as the person confirmed them. */
type Describe = (
  call: Pick<WantedApproval, 'me' | 'params' | 'input'> & { readonly action: string },
) => Promise<Facts>

/** What is stored of a request: all of it, and the summary that lists read. */
const encryptBoth = async (
  encryption: Encryption,
  id: string,
  content: Parameters<typeof encryptContent>[2],
) => ({
  encrypted: await encryptContent(encryption, id, content),
  encryptedSummary: await encryptSummary(encryption, id, summaryOf(content)),
})

export const createApprovalRequests = (deps: {
  readonly db: Database
  readonly ids: Ids
  readonly encryption: Encryption
  readonly describe: Describe
  /** From when the maker may approve it alone; null: two people could check it. */
  readonly selfCheckFrom: (of: {
    readonly kind: string
    readonly checkerTag: CheckerTag
    readonly companyId: string
    readonly now: Date
  }) => Promise<Date | null>
}): Approvals => {
  const calls = new Map<string, FourEyesCall>()
  return {
    newId: deps.ids.next,
    register: (call) => calls.set(kindOf(call.declared), call),
    find: (kind) => calls.get(kind) ?? null,
    prepare: async ({ id, declared, me, params, input, sent, reason, change, now }) => {
      const { companyId, changes } = change
      const kind = kindOf(declared)
      const checkerTag = checkerTagOfCall(declared)
      const { reason: _reason, ...facts } = await deps.describe({
        me,
        params,
        input,
        action: actionOf(declared),
      })
      const content = { ...sent, facts, changes, version: versionOf(change) }
      const stored = await encryptBoth(deps.encryption, id, content)
      const selfCheckFrom = declared.checkedBySuper
        ? null
        : await deps.selfCheckFrom({ kind, checkerTag, companyId, now })
      const expiresAt = after(now, approvalMs)
      const makerId = me.userId
      const stepUp = declared.stepUp === 'S3' ? 'S3' : 'S2'
      return async ({ sql, emit, enqueue }) => {
        const times = { requestedAt: now, expiresAt, selfCheckFrom }
        await insertApproval(sql, {
          id,
          companyId,
          kind,
          checkerTag,
          stepUp,
          makerId,
          makerSessionId: me.sessionId,
          reason,
          ...stored,
          ...times,
        })
        emit({ type: 'approval.requested', entityId: id, companyId, userId: makerId, payload: { kind } })
        enqueue({ name: 'approvals.expire', payload: { id }, dueAt: expiresAt })
      }
    },
  }
}
