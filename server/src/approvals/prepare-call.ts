import type { approveRequest } from '@cardamom/contract/approvals'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { refused, type RefusedAnswer } from '../kernel/answer.ts'
import { seesCompany, type FourEyesCall } from '../kernel/approval-requests.ts'
import { parseInput } from '../kernel/call-input.ts'
import type {
  ApprovalFacts,
  AuditEntry,
  CallContext,
  DescribedChange,
  Handler,
} from '../kernel/mount-context.ts'
import { tagsOf } from '../kernel/mount-rules.ts'
import { createChangeList } from '../kernel/recorded-change.ts'
import { deviceOf } from '../kernel/request-location.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
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

type AsMaker = {
  readonly maker: SessionPrincipal
  readonly call: FourEyesCall
  /** Reads in the scope of the maker. */
  readonly read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
}

/** Parses a stored call again, finds its object, and describes what it would change now, all as its maker. */
export const describeStored = async (
  { params: sentParams, body }: Pick<ApprovalContent, 'params' | 'body'>,
  { maker, read, call: { declared, checkObject, fourEyes } }: AsMaker,
): Promise<{ params: never; input: never; change: DescribedChange } | { failure: RefusedAnswer }> => {
  const parsed = parseInput(declared, { params: sentParams, body } as never)
  if (!parsed.accepted) return { failure: parsed }
  const { params, input } = parsed.value as { params: never; input: never }
  const missing = checkObject
    ? await read(async (sql) => checkObject({ me: maker, principal: maker, params, input, sql }))
    : null
  if (missing) return { failure: typeof missing === 'string' ? refused(missing) : missing }
  const change = await read(async (sql) => fourEyes.describe({ me: maker, params, input, sql }))
  return { params, input, change }
}

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
  const { declared } = call
  const mayStill =
    maker && tagsOf(declared).every((tag) => maker.may(tag)) && seesCompany(maker, row.companyId)
  if (!mayStill) return fails('maker_not_permitted')
  const read: AsMaker['read'] = (use) => db.read(maker.scope, use)
  const described = await describeStored(content, { maker, call, read })
  if ('failure' in described) return described
  const { params, input, change } = described
  // Its checkers are those of the company at the request.
  if (change.companyId !== row.companyId) return fails('record_changed')
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
