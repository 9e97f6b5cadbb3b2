import type { BulkResult } from '@cardamom/contract/bulk'
import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused, type Answer, type RefusedAnswer } from './answer.ts'
import type { Database, Scope } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import type { Queries } from './queries.ts'
import type { Idempotency, KeyUse } from './idempotency.ts'
import type { WriteTransaction } from './write-transaction.ts'
import { decide, mostDecisions, undone } from './decisions.ts'
import type { Decision } from './mount-context.ts'
import type { AuditEntry } from './audit-entry.ts'
import { isAudited, isRecorded } from './mount-rules.ts'
import type { RowInsert } from './guarded-update.ts'
import type { ApplyPlan, AnnounceCall, Plan, PlanOutcome } from './plan.ts'
import type { Language, Principal, SessionPrincipal } from './principal.ts'
import { changeOf, createChangeList, type ChangeList, type RecordedChange } from './recorded-change.ts'
import { deviceOf } from './request-location.ts'

type CallFacts = {
  readonly input: unknown
  readonly params: unknown
  readonly principal: Principal
  readonly me: SessionPrincipal | null
  readonly lang: Language
  readonly now: Date
  readonly requestId: string
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Null: the call runs at once, without a second person. */
  readonly approval: null
}

/** `isReplayed`: the stored answer of an earlier request with the same key. */
export type EncodedAnswer = { readonly status: number; readonly body: string; readonly isReplayed?: true }

export type Run = {
  declared: Endpoint
  handler: (context: never) => Promise<Answer<unknown>>
  facts: CallFacts
  scope: Scope
  keyUse: KeyUse | null
}
type RecordedRun = Omit<Run, 'scope'>
type RunResult = Promise<EncodedAnswer | RefusedAnswer>

export type EffectDeps = {
  readonly db: Database
  readonly idempotency: Idempotency
  readonly apply: ApplyPlan
  readonly announceCall: AnnounceCall
  readonly write: <T>(scope: Scope, use: (tx: WriteTransaction) => Promise<T>) => Promise<T>
  readonly auditRows: (entry: AuditEntry, changes: readonly RecordedChange[]) => RowInsert[]
  readonly insertAudit: (
    sql: Queries,
    entry: AuditEntry,
    details?: undefined,
    changes?: readonly RecordedChange[],
  ) => Promise<void>
}

/** Thrown inside a transaction to roll it back and answer with a refusal. */
export class InnerRefusal extends Error {
  readonly refusal: RefusedAnswer
  constructor(refusal: RefusedAnswer) {
    super(refusal.code)
    this.refusal = refusal
  }
}

export const refusalInside = (error: unknown): RefusedAnswer => {
  if (error instanceof InnerRefusal) return error.refusal
  throw error
}

const encodeAnswer = (declared: Endpoint, value: unknown) => {
  const wire = z.encode(declared.output, value as never)
  const body = declared.body === 'bare' ? wire : { success: true, data: wire }
  return { status: declared.status ?? 200, body: JSON.stringify(body) }
}

const settle = (
  outcome: PlanOutcome,
  encoded: EncodedAnswer,
  whenRefused: Decision<Endpoint>['whenRefused'],
): EncodedAnswer | RefusedAnswer => {
  if (outcome.outcome === 'posted') return encoded
  if (outcome.outcome === 'answered') {
    return { status: outcome.status, body: outcome.body, isReplayed: true }
  }
  const code = whenRefused[outcome.outcome] ?? (undone.has(outcome.outcome) ? 'idempotency_conflict' : null)
  if (!code) throw new Error(`A plan was refused: ${outcome.outcome}`)
  return refused(code)
}

export const entryOf = (
  { declared, facts }: Pick<Run, 'declared' | 'facts'>,
  list: ChangeList = createChangeList(),
  outcome = 'done',
): AuditEntry => ({
  principal: facts.principal,
  action: `${declared.method} ${declared.path}`,
  objectId: (facts.params as { id?: string }).id ?? null,
  outcome,
  requestId: facts.requestId,
  address: facts.address,
  device: deviceOf(facts.request),
  ...(list.subjectId() === null ? {} : { subjectId: list.subjectId() }),
})

export type EachRow = (run: Run) => (rowCall: Endpoint) => Promise<BulkResult[]>
export type Runners = Readonly<Record<NonNullable<Endpoint['effect']>, (run: Run) => RunResult>>

/** Runs a handler as its effect requires (contract, `Effect`). */
export const createRunners = (deps: EffectDeps & { readonly eachRow: EachRow }): Runners => {
  /** The audit row and the stored answer: part of the effect's own transaction. */
  const recordOutcome = async (run: RecordedRun, list: ChangeList, sql: Queries, encoded: EncodedAnswer) => {
    if (isAudited(run.declared)) await deps.insertAudit(sql, entryOf(run, list), undefined, list.changes)
    if (run.keyUse) await deps.idempotency.store(sql, run.keyUse, encoded)
  }
  const recordedPlan = (run: Run, plan: Plan, encoded: EncodedAnswer, auditRows: RowInsert[]): Plan => ({
    ...plan,
    rows: [...(plan.rows ?? []), ...auditRows],
    ...(run.keyUse ? { answer: { ...run.keyUse, ...encoded } } : {}),
  })
  const runRead = async (run: Run): RunResult => {
    const { declared, handler, facts, scope } = run
    const list = createChangeList()
    const { concerns } = list
    const answer = await deps.db.read(scope, (sql) => handler({ ...facts, concerns, sql } as never))
    if (!answer.accepted) return answer
    // The audit row is written before the answer is sent: a read that cannot be recorded is not answered.
    if (isAudited(declared))
      await deps.write(wholeInstallation, ({ sql }) => deps.insertAudit(sql, entryOf(run, list)))
    return encodeAnswer(declared, answer.value)
  }
  const runWrite = async (run: Run): RunResult => {
    try {
      return await deps.write(run.scope, async (tx) => {
        const list = createChangeList()
        const { concerns, recordChange } = list
        const answer = await run.handler({ ...run.facts, ...tx, concerns, recordChange } as never)
        if (!answer.accepted) throw new InnerRefusal(answer)
        const encoded = encodeAnswer(run.declared, answer.value)
        await recordOutcome(run, list, tx.sql, encoded)
        return encoded
      })
    } catch (error) {
      return refusalInside(error)
    }
  }
  const runPlan = async (run: Run): RunResult => {
    for (let tries = 1; ; tries += 1) {
      const list = createChangeList()
      const { concerns } = list
      const tools = { concerns, sql: deps.db.reader(run.scope) }
      const decided = await decide(() => run.handler({ ...run.facts, ...tools } as never))
      const answer = decided as Answer<Decision<Endpoint>>
      if (!answer.accepted) return answer
      const { plan, output, whenRefused, decidesAgainWhen = [], changes = [] } = answer.value
      const encoded = encodeAnswer(run.declared, output)
      const recorded = changes.flatMap((draft) => changeOf(draft) ?? [])
      const auditRows = deps.auditRows(entryOf(run, list), recorded)
      const outcome = await deps.apply(recordedPlan(run, plan, encoded, auditRows))
      const isDecidedAgain = (decidesAgainWhen as readonly string[]).includes(outcome.outcome)
      if (!isDecidedAgain || tries === mostDecisions) return settle(outcome, encoded, whenRefused)
    }
  }
  const runMoney = async (run: Run): RunResult => {
    const ended = deps.announceCall()
    try {
      return await runPlan(run)
    } finally {
      ended()
    }
  }
  /** Makes the last transaction of an outside call (`Tools`). `ended` receives what it committed. */
  const createFinish =
    ({ scope, ...run }: Run, concerned: ChangeList, ended: (encoded: EncodedAnswer) => void) =>
    async (
      output: unknown,
      use: (tx: WriteTransaction) => Promise<RefusedAnswer | void> = async () => undefined,
      onRefusal: 'rollback' | 'commit' = 'rollback',
    ) => {
      const ending = await deps
        .write(scope, async (tx) => {
          const list = { ...createChangeList(), subjectId: concerned.subjectId }
          const refusal = await use({ ...tx, recordChange: list.recordChange })
          if (refusal && onRefusal === 'rollback') throw new InnerRefusal(refusal)
          if (refusal) {
            const { changes } = list
            const entry = entryOf(run, list, refusal.code)
            if (changes.length > 0) await deps.insertAudit(tx.sql, entry, undefined, changes)
            return refusal
          }
          const value: unknown = typeof output === 'function' ? await output(tx.sql) : output
          const encoded = encodeAnswer(run.declared, value)
          await recordOutcome(run, list, tx.sql, encoded)
          return { accepted: true as const, value, encoded }
        })
        .catch(refusalInside)
      if (!ending.accepted) return ending
      ended(ending.encoded)
      return { accepted: true, value: ending.value }
    }
  /** Ends an outside call by a plan, which has the audit row and the stored answer. */
  const createFinishByPlan =
    (run: Run, list: ChangeList, ended: (encoded: EncodedAnswer) => void) =>
    async (plan: Plan, output: unknown) => {
      const encoded = encodeAnswer(run.declared, output)
      const auditRows = deps.auditRows(entryOf(run, list), list.changes)
      const outcome = await deps.apply(recordedPlan(run, plan, encoded, auditRows))
      if (outcome.outcome === 'posted') ended(encoded)
      else if (outcome.outcome === 'answered')
        ended({ status: outcome.status, body: outcome.body, isReplayed: true })
      else return outcome
      return { accepted: true, value: output }
    }
  const runOutside = async (run: Run): RunResult => {
    const { declared, handler, facts, scope } = run
    let finished: EncodedAnswer | null = null
    const list = createChangeList()
    const ended = (encoded: EncodedAnswer) => (finished = encoded)
    const answer = await handler({
      ...facts,
      concerns: list.concerns,
      read: (use: (sql: Queries) => Promise<unknown>) => deps.db.read(scope, use),
      writeAll: (use: (tx: WriteTransaction) => Promise<unknown>) => deps.write(wholeInstallation, use),
      finish: createFinish(run, list, ended),
      within: (other: Scope) => ({ finish: createFinish({ ...run, scope: other }, list, ended) }),
      finishByPlan: createFinishByPlan(run, list, ended),
      eachRow: deps.eachRow(run),
    } as never)
    if (!answer.accepted) return answer
    if (finished) return finished
    // `Handler` does not compile without `finish` here. An effect without its audit row is a bug.
    if (isRecorded(declared)) throw new Error(`${declared.method} ${declared.path} ended without finish`)
    return encodeAnswer(declared, answer.value)
  }
  return { read: runRead, write: runWrite, money: runMoney, outside: runOutside }
}
