import type { Approval } from '@cardamom/contract/approvals'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { Audit } from '../audit/audit.sql.ts'
import { refused, type Answer, type RefusedAnswer } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import { applyUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import { decide, mostDecisions, undone } from '../kernel/decisions.ts'
import { changeOf, createChangeList } from '../kernel/recorded-change.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Decision, Finish, FinishedAnswer } from '../kernel/mount-context.ts'
import { effectOf } from '../kernel/mount-rules.ts'
import type { Kernel } from '../kernel/module.ts'
import type { AnnounceCall, DraftOf, PlanOutcome } from '../kernel/plan.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { runningMs } from './approval.ts'
import type { ApproveContext, ReadyCall } from './prepare-call.ts'

/** How the request is marked as approved, together with the effect. */
type Ending = {
  readonly update: GuardedUpdate
  readonly event: DraftOf<'approval.decided'>
  readonly output: Approval
}
/** For a call to an outside service: the request is claimed first, then it ends. */
export type Endings = {
  readonly id: string
  readonly atOnce: Ending
  readonly claim: GuardedUpdate
  readonly afterClaim: Ending
}

type EndedCall = FinishedAnswer<Approval> | RefusedAnswer<'approval_decided'>
/** The handler refused, and nothing of it remains unless it said so. `isClaimed`: the request is `running`. */
export type Refusal = { readonly failure: RefusedAnswer; readonly isClaimed: boolean }
type Run = (ready: ReadyCall, checker: ApproveContext, endings: Endings) => Promise<EndedCall | Refusal>

const decidedByAnother = refused('approval_decided')

/** Runs the handler of an approved call once, and marks its request in the same transaction or plan. */
export const createApprovedEffects = (
  { db, write, announceCall }: Pick<Kernel, 'db' | 'write'> & { readonly announceCall: AnnounceCall },
  audit: Audit,
): Run => {
  /** Marks the request. False: another person decided it meanwhile. */
  const mark = async (tx: WriteTransaction, { update, event }: Ending): Promise<boolean> => {
    if (!(await applyUpdate(tx.sql, update))) return false
    tx.emit(event)
    return true
  }

  const runWrite: Run = async (ready, checker, { atOnce }) => {
    let failure: RefusedAnswer | null = null
    const ended = await checker.within(ready.maker.scope).finish(atOnce.output, async (tx) => {
      failure = null
      if (!(await mark(tx, atOnce))) return decidedByAnother
      const { changes, recordChange, concerns } = createChangeList()
      const answer = await ready.handler({ ...ready.facts, ...tx, recordChange, concerns } as never)
      if (!answer.accepted) {
        failure = answer
        return decidedByAnother
      }
      await audit.insertAudit(tx.sql, ready.entry, undefined, changes)
      return undefined
    })
    return failure ? { failure, isClaimed: false } : (ended as EndedCall)
  }

  const settle = (
    outcome: PlanOutcome,
    whenRefused: Decision<Endpoint>['whenRefused'],
  ): EndedCall | Refusal => {
    if (outcome.outcome === 'guard_failed' && outcome.table === 'approval') return decidedByAnother
    const code = whenRefused[outcome.outcome] ?? (undone.has(outcome.outcome) ? 'idempotency_conflict' : null)
    if (!code) throw new Error(`A plan of an approved call was refused: ${outcome.outcome}`)
    return { failure: refused(code), isClaimed: false }
  }
  const runPlan: Run = async (ready, checker, { atOnce }) => {
    for (let tries = 1; ; tries += 1) {
      const sql = db.reader(ready.maker.scope)
      const { concerns } = createChangeList()
      const tools = { concerns, sql }
      const decided = (await decide(() => ready.handler({ ...ready.facts, ...tools } as never))) as Answer<
        Decision<Endpoint>
      >
      if (!decided.accepted) return { failure: decided, isClaimed: false }
      const { plan, whenRefused, decidesAgainWhen = [], changes = [] } = decided.value
      const recorded = changes.flatMap((draft) => changeOf(draft) ?? [])
      const whole = {
        ...plan,
        updates: [...(plan.updates ?? []), atOnce.update],
        rows: [...(plan.rows ?? []), ...audit.auditRows(ready.entry, recorded)],
        events: [...(plan.events ?? []), atOnce.event],
      }
      const ended = await checker.finishByPlan(whole, atOnce.output)
      if ('accepted' in ended) return ended
      const isMine = ended.outcome === 'guard_failed' && ended.table === 'approval'
      const isDecidedAgain = !isMine && (decidesAgainWhen as readonly string[]).includes(ended.outcome)
      if (!isDecidedAgain || tries === mostDecisions) return settle(ended, whenRefused)
    }
  }
  const runMoney: Run = async (...of) => {
    const ended = announceCall()
    try {
      return await runPlan(...of)
    } finally {
      ended()
    }
  }

  const runOutside: Run = async (ready, checker, { id, claim, afterClaim }) => {
    const { scope } = ready.maker
    const isClaimed = await write(scope, async ({ sql, enqueue }) => {
      if (!(await applyUpdate(sql, claim))) return false
      const dueAt = after(checker.now, runningMs)
      enqueue({ name: 'approvals.end_running', payload: { id }, dueAt })
      return true
    })
    if (!isClaimed) return decidedByAnother
    let ended: EndedCall | null = null
    /** The handler ends its call, and with it the request. Its own answer is not sent. */
    const finish: Finish<unknown, string> = async (output, use, onRefusal) => {
      let failure: RefusedAnswer | null = null
      ended = (await checker.within(scope).finish(
        afterClaim.output,
        async (tx) => {
          const { changes, recordChange } = createChangeList()
          failure = (await use?.({ ...tx, recordChange })) ?? null
          if (failure || !(await mark(tx, afterClaim))) return decidedByAnother
          await audit.insertAudit(tx.sql, ready.entry, undefined, changes)
          return undefined
        },
        onRefusal,
      )) as EndedCall
      if (failure) ended = null
      return (failure ?? { accepted: true, value: output }) as never
    }
    const answer = await ready.handler({
      ...ready.facts,
      concerns: createChangeList().concerns,
      read: (use: never) => db.read(scope, use),
      writeAll: (use: never) => write(wholeInstallation, use),
      finish,
      within: () => ({ finish }),
    } as never)
    if (!answer.accepted) return { failure: answer, isClaimed: true }
    if (!ended) throw new Error(`${ready.entry.action} ended without finish`)
    return ended
  }

  const runs = { read: runWrite, write: runWrite, money: runMoney, outside: runOutside }
  return (ready, ...rest) => runs[effectOf(ready.declared)](ready, ...rest)
}
