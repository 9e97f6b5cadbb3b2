import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepted, refused, type Answer, type RefusedAnswer } from './answer.ts'
import type { BackPressure } from './back-pressure.ts'
import { parseInput } from './call-input.ts'
import type { Clock } from './clock.ts'
import { brokeUnique } from './database.ts'
import { beforeLogin } from './scopes.ts'
import { createIdempotency } from './idempotency.ts'
import { createRunners, type EffectDeps } from './effects.ts'
import { languageOf } from './language.ts'
import type { CheckObject, Handler, NeedsStepUp, ObjectOf } from './mount-context.ts'
import type { AuditEntry } from './audit-entry.ts'
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
import {
  effectOf,
  isDenial,
  isRefusalRecorded,
  isFoundByPoster,
  namedId,
  scopeOf,
  sendsStepUpField,
  withoutFactorOf,
} from './mount-rules.ts'
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
  /** Writes an audit entry in its own transaction, because a refused call changes nothing else. */
  readonly recordAlone: (entry: AuditEntry) => Promise<void>
  /** The same for a denial; only a few of equal denials are written. */
  readonly recordDenial: (entry: AuditEntry) => Promise<void>
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

type MountedCall = {
  readonly declared: Endpoint
  readonly handler: (context: never) => Promise<Answer<unknown>>
  readonly checkObject: CheckObject<Endpoint> | undefined
  readonly needsStepUp: NeedsStepUp<Endpoint> | undefined
}

/**
 * Makes `mount`. It runs the same checks for every call, in this order: back-pressure, rate limit (the server
 * has counted the network before it reads the body), principal, tag, turn, input, idempotency lookup,
 * object, step-up. Then it runs the effect with its audit row and stored answer (api §4). For calls that only
 * the poster writes, the poster's batch finds an earlier answer, so there is no lookup.
 */
export const createMount = (deps: MountDeps): Mount => {
  const idempotency = createIdempotency(deps)

  const recordRefusal = async (
    call: { declared: Endpoint; request: FastifyRequest; principal: Principal },
    code: string,
  ) => {
    const { declared, request, principal } = call
    if (!isRefusalRecorded(declared, code)) return
    const record = isDenial(code) ? deps.recordDenial : deps.recordAlone
    await record({
      principal,
      action: `${declared.method} ${declared.path}`,
      objectId: namedId(request),
      outcome: code,
      requestId: request.id,
      address: request.ip,
      device: deviceOf(request),
    })
  }

  const admit = createAdmission({ ...deps, recordRefusal })
  const runners = createRunners({ ...deps, idempotency })

  /** Checks the object of a call, then its step-up. A person who cannot step up is refused. */
  const confirm = async (
    { declared, checkObject, needsStepUp }: MountedCall,
    call: {
      principal: Principal
      me: SessionPrincipal | null
      request: FastifyRequest
      params: unknown
      input: unknown
    },
  ): Promise<Answer<{ releaseGrant: () => Promise<void> }>> => {
    const { principal, me, request, params, input } = call
    const withoutStepUp = accepted({ releaseGrant: async () => undefined })
    if (!declared.stepUp || !sendsStepUpField(declared, input)) return withoutStepUp
    if (checkObject || needsStepUp) {
      const object = await deps.db.read(scopeOf(principal), async (sql) => {
        // Calls that are not public always have a current user, so their checks do too.
        const of = { me: me as SessionPrincipal, principal, params: params as never, sql }
        const missing = checkObject ? await checkObject(of) : null
        return {
          missing,
          isRequired: !needsStepUp || (await needsStepUp({ ...of, input: input as never, request })),
        }
      })
      if (object.missing) return refused(object.missing)
      if (!object.isRequired) return withoutStepUp
    }
    const grant = request.headers['step-up']
    return deps.checkStepUp(principal, {
      level: declared.stepUp,
      action: `${declared.method} ${declared.path}`,
      params,
      input,
      grant: typeof grant === 'string' ? grant : null,
      withoutFactor: withoutFactorOf(declared),
    })
  }

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
    const me = principal.kind === 'session' ? principal : null
    const endTurn = me ? await deps.turns.acquire(me.userId) : () => undefined
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
      const confirmed = await confirm(served, { principal, me, request, params, input })
      if (!confirmed.accepted) return await replayOrRefuse(confirmed)
      const caller = { principal, me, lang, requestId: request.id, address: request.ip }
      const facts = { ...caller, input, params, now: deps.clock.now(), request, reply }
      // Public calls run without a tenant, also for signed-in users.
      const scope = declared.who === 'public' ? beforeLogin : scopeOf(principal)
      const result = await runners[effectOf(declared)]({
        declared,
        handler,
        facts,
        scope,
        keyUse,
      })
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

  return (declared, handler, ...object) => {
    deps.onMount?.(declared)
    const [checkObject, needsStepUp] = object as readonly unknown[]
    const served = {
      declared,
      handler: handler as never,
      checkObject: checkObject as never,
      needsStepUp: needsStepUp as never,
    }
    deps.app.route({
      method: declared.method,
      url: `/api${declared.path}`,
      handler: (request, reply) => serve(served, request, reply),
    })
  }
}
