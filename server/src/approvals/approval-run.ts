import type { approveRequest } from '@cardamom/contract/approvals'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import { seesCompany, type FourEyesCall } from '../kernel/approval-requests.ts'
import { parseInput } from '../kernel/call-input.ts'
import type { ApprovalFacts, AuditEntry, CallContext, Handler } from '../kernel/mount-context.ts'
import { tagsOf } from '../kernel/mount-rules.ts'
import { createChangeList } from '../kernel/recorded-change.ts'
import { deviceOf } from '../kernel/request-location.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { versionOf } from './approval.ts'
import type { ApprovalContent } from './approval-content.ts'
import type { ApprovalRow } from './approvals.sql.ts'

export type ApproveContext = Parameters<Handler<typeof approveRequest>>[0]

/** A stored call that may run now, as its maker. */
export type ReadyCall = FourEyesCall & {
  readonly maker: SessionPrincipal
  readonly facts: CallContext<Endpoint> & { readonly approval: ApprovalFacts }
  /** Its audit row: the maker did it, from the checker's request. */
  readonly entry: AuditEntry
}

type StoredCall = {
  readonly row: ApprovalRow
  readonly content: ApprovalContent
  readonly maker: SessionPrincipal | null
  readonly call: FourEyesCall | null
}

/** Why a stored call cannot run: its request fails with this, or the checker reads it again. */
type NotReady = { readonly failure: RefusedAnswer } | { readonly isChanged: true }

const fails = (code: string): NotReady => ({ failure: refused(code) })

/**
 * Checks a stored call as `mount` checked it for its maker: the maker's tags and scope at this instant, the input, the
 * object. What the checker saw has to be what it is now.
 */
export const prepareCall = async (
  { db }: Pick<Kernel, 'db'>,
  { row, content, maker, call }: StoredCall,
  checker: ApproveContext,
): Promise<ReadyCall | NotReady> => {
  if (!call) return fails('operation_not_found')
  const { declared, checkObject, fourEyes } = call
  const mayStill =
    maker && tagsOf(declared).every((tag) => maker.may(tag)) && seesCompany(maker, row.companyId)
  if (!mayStill) return fails('maker_not_permitted')
  const parsed = parseInput(declared, { params: content.params, body: content.body } as never)
  if (!parsed.accepted) return { failure: parsed }
  const { params, input } = parsed.value as { params: never; input: never }
  const missing = checkObject
    ? await db.read(maker.scope, (sql) => checkObject({ me: maker, principal: maker, params, sql }))
    : null
  if (missing) return { failure: typeof missing === 'string' ? refused(missing) : missing }
  const change = await db.read(maker.scope, (sql) => fourEyes.describe({ me: maker, params, input, sql }))
  if (versionOf(change) !== checker.input.version) return { isChanged: true }
  const { lang, now, requestId, address, request, reply } = checker
  const approval = { id: row.id, checkerId: checker.me.userId, reason: row.reason }
  const { concerns } = createChangeList()
  const caller = { principal: maker, me: maker, lang, now, requestId, address, request, reply, concerns }
  return {
    ...call,
    maker,
    facts: { ...caller, params, input, approval },
    entry: {
      principal: maker,
      action: `${declared.method} ${declared.path}`,
      objectId: (params as { id?: string }).id ?? null,
      outcome: 'approved',
      requestId,
      address,
      device: deviceOf(request),
    },
  }
}
