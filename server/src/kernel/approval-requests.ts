import { ApprovalRequested } from '@cardamom/contract/approvals'
import type { Endpoint } from '@cardamom/contract/endpoint'
import { z } from 'zod'
import { refused, type Answer, type RefusedAnswer } from './answer.ts'
import type { EffectDeps, EncodedAnswer, Run } from './effects.ts'
import { entryOf, InnerRefusal, refusalInside } from './effects.ts'
import { createChangeList } from './recorded-change.ts'
import type { WriteTransaction } from './write-transaction.ts'
import type { ApprovalFacts, CheckObject, DescribedChange, FourEyes, Handler } from './mount-context.ts'
import { effectOf } from './mount-rules.ts'
import type { SessionPrincipal } from './principal.ts'

/** A mounted call of two people, as it was declared; it runs when a second person approves a request. */
export type FourEyesCall = {
  readonly declared: Endpoint
  readonly handler: Handler<Endpoint>
  readonly checkObject: CheckObject<Endpoint> | undefined
  readonly fourEyes: FourEyes<Endpoint>
}

/** A request of a call, to be stored until a second person decides it. */
export type WantedApproval = {
  readonly id: string
  readonly declared: Endpoint
  readonly me: SessionPrincipal
  readonly params: unknown
  readonly input: unknown
  /** Path parameters and body as they were sent. They are parsed again when the call runs. */
  readonly sent: { readonly params: unknown; readonly body: unknown }
  readonly reason: string
  readonly change: DescribedChange
  readonly now: Date
}

/** The module `approvals` stores requests; `mount` makes them. */
export type ApprovalRequests = {
  readonly newId: () => string
  readonly register: (call: FourEyesCall) => void
  /** Prepares a request before the transaction that stores it by the returned function. */
  readonly prepare: (wanted: WantedApproval) => Promise<(tx: WriteTransaction) => Promise<void>>
}

const reasonOf = (input: unknown): string => {
  const { reason } = (input ?? {}) as { reason?: unknown }
  return typeof reason === 'string' ? reason : ''
}

/** Whether a person sees the rows of a company. */
export const seesCompany = (me: SessionPrincipal, companyId: string): boolean =>
  me.scope.kind === 'all' || (me.scope.kind === 'companies' && me.scope.companyIds.includes(companyId))

/**
 * Makes the runner of a call that needs a second person. The handler is tried first and its effect is rolled back, so
 * what would be refused is refused at once. A call to an outside service cannot be tried.
 */
export const createRequestRun = (
  deps: EffectDeps & { readonly approvals: ApprovalRequests },
): ((run: Run, fourEyes: FourEyes<Endpoint>) => Promise<EncodedAnswer | RefusedAnswer>) => {
  const tryWrite = async (run: Run, facts: object): Promise<Answer<unknown>> =>
    deps
      .write(run.scope, async (tx): Promise<Answer<unknown>> => {
        const answer = await run.handler({ ...facts, ...tx } as never)
        throw new InnerRefusal(answer.accepted ? refused('tried') : answer)
      })
      .catch((error: unknown) => {
        const refusal = refusalInside(error)
        return refusal.code === 'tried' ? { accepted: true as const, value: null } : refusal
      })
  const tryOut = async (run: Run, approval: ApprovalFacts): Promise<Answer<unknown>> => {
    const facts = { ...run.facts, approval, concerns: createChangeList().concerns }
    const effect = effectOf(run.declared)
    if (effect === 'write') return tryWrite(run, facts)
    if (effect === 'money') return run.handler({ ...facts, sql: deps.db.reader(run.scope) } as never)
    return { accepted: true, value: null }
  }

  return async (run, fourEyes) => {
    const { declared, facts, scope } = run
    const { me, input, params, request, now } = facts
    if (!me) throw new Error(`${declared.path} needs two people and admits a caller without a session`)
    const reason = reasonOf(input)
    if (reason === '') return refused('validation', { data: { errors: { reason: ['required'] } } })
    const id = deps.approvals.newId()
    const tried = await tryOut(run, { id, checkerId: me.userId, reason })
    if (!tried.accepted) return tried
    const change = await deps.db.read(scope, (sql) => fourEyes.describe({ me, params, input, sql } as never))
    if (!seesCompany(me, change.companyId)) return refused('permission_denied')
    const sent = { params: request.params, body: request.body ?? {} }
    const wanted = { id, declared, me, params, input, sent, reason, change, now }
    const store = await deps.approvals.prepare(wanted)
    return deps.write(scope, async (tx) => {
      await store(tx)
      await deps.insertAudit(tx.sql, { ...entryOf(run), objectId: id, outcome: 'requested' })
      const data = z.encode(ApprovalRequested, { approvalId: id })
      const encoded = { status: 202, body: JSON.stringify({ success: true, data }) }
      if (run.keyUse) await deps.idempotency.store(tx.sql, run.keyUse, encoded)
      return encoded
    })
  }
}
