import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepted, refused, type RefusedAnswer } from './answer.ts'
import { createRequestRun, type ApprovalRequests, type FourEyesCall } from './approval-requests.ts'
import type { BackPressure } from './back-pressure.ts'
import { createEachRow } from './bulk-rows.ts'
import { parseInput } from './call-input.ts'
import type { Clock } from './clock.ts'
import { brokeUnique } from './database.ts'
import { beforeLogin } from './scopes.ts'
import { createIdempotency } from './idempotency.ts'
import { createRunners, type EffectDeps, type Runners } from './effects.ts'
import { languageOf } from './language.ts'
import type { Log } from './log.ts'
import { createConfirm, createNeedsApproval, type MountedCall } from './mount-confirm.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { Handler, ObjectOf } from './mount-context.ts'
import {
  subjectOf,
  type Authenticate,
  type CheckStepUp,
  type Language,
  type Principal,
  type SessionPrincipal,
  type TokenOwner,
} from './principal.ts'
import { createAdmission } from './mount-admission.ts'
import { effectOf, isDenial, isRefusalRecorded, isFoundByPoster, namedId, scopeOf } from './mount-rules.ts'
import type { RateLimits } from './rate-limit.ts'
import { sendAnswer, sendRefusal, type MessageOf } from './reply.ts'
import { deviceOf } from './request-location.ts'
import type { Turns } from './turns.ts'

export type MountDeps = Omit<EffectDeps, 'idempotency'> & {
  readonly app: FastifyInstance
  readonly clock: Clock
  readonly rateLimits: RateLimits
  readonly backPressure: BackPressure
  readonly turns: Turns
  readonly authenticate: Authenticate
  readonly tokenOwner: (request: FastifyRequest) => TokenOwner
  readonly checkStepUp: CheckStepUp
  readonly messageOf: MessageOf
  readonly log: Pick<Log, 'error'>
  readonly approvals: ApprovalRequests
  /** Writes an audit entry in its own transaction, because a refused call changes nothing else. */
  readonly recordAlone: (entry: AuditEntry) => Promise<void>
  /** The same for a denial; only a few of equal denials are written. */
  readonly recordDenial: (entry: AuditEntry) => Promise<void>
  /** The refusal of a call of an area that a maintenance closes for this caller; null: it is open. */
  readonly refuseClosed: (
    declared: Endpoint,
    principal: Principal,
    lang: Language,
  ) => Promise<RefusedAnswer | null>
  /** The position from which the live events follow this answer without a gap (api §9). */
  readonly liveCursor: () => string | null
  /** Called with every mounted call, for the API description. */
  readonly onMount?: (declared: Endpoint) => void
}

export type Mount = <const E extends Endpoint>(
  declared: E,
  handler: Handler<E>,
  ...object: ObjectOf<E>
) => void

/** The checks after the handler: functions for its object and its step-up, and what `mount` needs of two people. */
const mountedCall = (declared: Endpoint, handler: unknown, checks: readonly unknown[]): MountedCall => {
  const [checkObject, needsStepUp] = checks.filter((each) => typeof each === 'function')
  const fourEyes = checks.find((each) => typeof each === 'object') ?? null
  return {
    declared,
    handler: handler as never,
    checkObject: checkObject as never,
    needsStepUp: needsStepUp as never,
    fourEyes: fourEyes as never,
  }
}

/**
 * Makes `mount`. It runs the same checks for every call, in this order: back-pressure, rate limit (the server
 * has counted the network before it reads the body), principal, tag, closed area, turn, input, idempotency lookup,
 * object, step-up. Then it runs the effect with its audit row and stored answer (api §4), or stores the call until a
 * second person approves it (permissions §5). For calls that only
 * the poster writes, the poster's batch finds an earlier answer, so there is no lookup.
 */
export const createMount = (deps: MountDeps): Mount => {
  const idempotency = createIdempotency(deps)

  const recordRefusal = async (
    call: { declared: Endpoint; request: FastifyRequest; principal: Principal; objectId?: string },
    code: string,
  ) => {
    const { declared, request, principal, objectId = namedId(request) } = call
    if (!isRefusalRecorded(declared, code)) return
    const record = isDenial(code) ? deps.recordDenial : deps.recordAlone
    await record({
      principal,
      action: `${declared.method} ${declared.path}`,
      objectId,
      outcome: code,
      requestId: request.id,
      address: request.ip,
      device: deviceOf(request),
    })
  }

  const admit = createAdmission({ ...deps, recordRefusal })
  const servedCalls = new Map<Endpoint, MountedCall>()
  const runners: Runners = createRunners({
    ...deps,
    idempotency,
    eachRow: createEachRow({
      servedCall: (declared) => servedCalls.get(declared),
      runners: () => runners,
      recordRefusal: ({ declared, facts: { request, principal, params } }, code) =>
        recordRefusal({ declared, request, principal, objectId: (params as { id: string }).id }, code),
      messageOf: deps.messageOf,
      log: deps.log,
    }),
  })

  /** The checks of a money call before its runner announces it: the poster may wait for its plan already. */
  const announced = async <T>(declared: Endpoint, check: () => Promise<T>): Promise<T> => {
    if (effectOf(declared) !== 'money') return check()
    const ended = deps.announceCall()
    return check().finally(ended)
  }
  const confirm = createConfirm(deps)
  const needsApproval = createNeedsApproval(deps)
  const runRequest = createRequestRun({ ...deps, idempotency })

  const serve = async (served: MountedCall, request: FastifyRequest, reply: FastifyReply) => {
    const { declared } = served
    const lang = languageOf(request)
    const refuse = (refusal: RefusedAnswer) =>
      sendRefusal({ reply, refusal, declared, lang, messageOf: deps.messageOf, requestId: request.id })
    const retryAfterSeconds = deps.backPressure.refuses(effectOf(declared))
    if (retryAfterSeconds !== null) return refuse(refused('unavailable', { data: { retryAfterSeconds } }))
    const admitted = await admit(declared, request, reply)
    if (!admitted.accepted) return refuse(admitted)
    const principal = admitted.value
    const closed = await deps.refuseClosed(declared, principal, lang)
    if (closed) return refuse(closed)
    const me = principal.kind === 'session' ? principal : null
    const endTurn = me ? await deps.turns.acquire(me.impersonatorId ?? me.userId) : () => undefined
    if (!endTurn) return refuse(refused('rate_limited', { data: { retryAfterSeconds: 1 } }))
    return serveAdmitted(served, { request, reply, principal, me, lang, refuse }).finally(endTurn)
  }

  const serveAdmitted = async (
    served: MountedCall,
    call: {
      request: FastifyRequest
      reply: FastifyReply
      principal: Principal
      me: SessionPrincipal | null
      lang: Language
      refuse: (refusal: RefusedAnswer) => FastifyReply
    },
  ) => {
    const { declared, handler } = served
    const { request, reply, principal, me, lang, refuse } = call
    const recordAndRefuse = async (refusal: RefusedAnswer) => {
      await recordRefusal({ declared, request, principal }, refusal.code)
      return refuse(refusal)
    }
    const parsed = parseInput(declared, request)
    if (!parsed.accepted) return refuse(parsed)
    const { params, input } = parsed.value
    const attempt = { declared, request, subject: subjectOf(principal, request.ip) }
    const keyed = await idempotency.start({ ...attempt, isLater: isFoundByPoster(declared) })
    if (!keyed.accepted) return refuse(keyed)
    const replay = (answer: { status: number; body: string }) => {
      void reply.header('idempotent-replayed', 'true')
      return sendAnswer(reply, answer)
    }
    if (keyed.value.replay) return replay(keyed.value.replay)
    const { use: keyUse } = keyed.value
    /**
     * An earlier request with the same key may be the reason for this refusal, perhaps at another copy of the
     * server. Then its answer is replayed.
     */
    const replayOrRefuse = async (refusal: RefusedAnswer) => {
      const earlier = keyUse ? await idempotency.replayOf(keyUse) : accepted(null)
      if (!earlier.accepted) return refuse(earlier)
      return earlier.value ? replay(earlier.value) : await recordAndRefuse(refusal)
    }
    try {
      const confirmed = await announced(declared, () =>
        confirm(served, { principal, me, request, params, input }),
      )
      if (!confirmed.accepted) return await replayOrRefuse(confirmed)
      const caller = { principal, me, lang, requestId: request.id, address: request.ip }
      const facts = { ...caller, input, params, now: deps.clock.now(), request, reply, approval: null }
      // Public calls run without a tenant, also for signed-in users.
      const scope = declared.who === 'public' ? beforeLogin : scopeOf(principal)
      const run = { declared, handler, facts, scope, keyUse }
      const isRequest = await announced(declared, () =>
        needsApproval(served, { principal, me, request, params, input }),
      )
      const result = await (isRequest && served.fourEyes
        ? runRequest(run, served.fourEyes)
        : runners[effectOf(declared)](run))
      if (!('accepted' in result)) {
        return result.isReplayed ? replay(result) : sendAnswer(reply, result)
      }
      await confirmed.value.releaseGrant()
      return await replayOrRefuse(result)
    } catch (error) {
      // Another copy of the server used this key at the same time. This transaction was rolled back, and the
      // next request gets the stored answer.
      if (!brokeUnique(error, 'idempotency_pkey')) throw error
      return refuse(refused('idempotency_in_flight', { data: { retryAfterSeconds: 1 } }))
    } finally {
      keyed.value.end()
    }
  }

  return (declared, handler, ...checks) => {
    deps.onMount?.(declared)
    const served = mountedCall(declared, handler, checks)
    servedCalls.set(declared, served)
    if (served.fourEyes) deps.approvals.register(served as unknown as FourEyesCall)
    deps.app.route({
      method: declared.method,
      url: `/api${declared.path}`,
      ...(declared.maxBodyBytes === undefined ? {} : { bodyLimit: declared.maxBodyBytes }),
      // A HEAD would open a live stream without an end, or consume the address of a file.
      exposeHeadRoute: declared.streams === undefined,
      handler: (request, reply) => serve(served, request, reply),
    })
  }
}
