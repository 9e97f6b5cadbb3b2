import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { accepted, refused, type Answer } from './answer.ts'
import type { Database } from './database.ts'
import type { CheckObject, FourEyes, NeedsStepUp } from './mount-context.ts'
import { nextPartOf, scopeOf, sendsStepUpField, withoutFactorOf } from './mount-rules.ts'
import type { CheckStepUp, Principal, SessionPrincipal } from './principal.ts'

export type MountedCall = {
  readonly declared: Endpoint
  readonly handler: (context: never) => Promise<Answer<unknown>>
  readonly checkObject: CheckObject<Endpoint> | undefined
  readonly needsStepUp: NeedsStepUp<Endpoint> | undefined
  /** Null: one person is enough for this call. */
  readonly fourEyes: FourEyes<Endpoint> | null
}

type ParsedCall = {
  readonly principal: Principal
  readonly me: SessionPrincipal | null
  readonly request: FastifyRequest
  readonly params: unknown
  readonly input: unknown
}

type Deps = { readonly db: Database; readonly checkStepUp: CheckStepUp }

/** Checks the object of a call, then its step-up. A person who cannot step up is refused. */
export const createConfirm =
  (deps: Deps) =>
  async (
    { declared, checkObject, needsStepUp }: MountedCall,
    call: ParsedCall,
  ): Promise<Answer<{ releaseGrant: () => Promise<void> }>> => {
    const { principal, me, request, params, input } = call
    const withoutStepUp = accepted({ releaseGrant: async () => undefined })
    if (!declared.stepUp || !sendsStepUpField(declared, input)) return withoutStepUp
    let level = declared.stepUp
    if (checkObject || needsStepUp) {
      const object = await deps.db.read(scopeOf(principal), async (sql) => {
        // Calls that are not public always have a current user, so their checks do too.
        const of = {
          me: me as SessionPrincipal,
          principal,
          params: params as never,
          input: input as never,
          sql,
        }
        const missing = checkObject ? await checkObject(of) : null
        if (missing) return { missing, wanted: false }
        const wanted = !needsStepUp || (await needsStepUp({ ...of, request }))
        return { missing, wanted }
      })
      if (object.missing) return typeof object.missing === 'string' ? refused(object.missing) : object.missing
      if (object.wanted === false) return withoutStepUp
      if (object.wanted !== true) level = object.wanted
    }
    // The factors and the password are the person's, so nobody confirms for them.
    if (me && me.impersonatorId !== null) return refused('impersonation_read_only')
    const grant = request.headers['step-up']
    return deps.checkStepUp(principal, {
      level,
      action: `${declared.method} ${declared.path}`,
      params,
      input,
      next: nextPartOf(declared, input),
      grant: typeof grant === 'string' ? grant : null,
      withoutFactor: withoutFactorOf(declared),
    })
  }

/** Whether a call that passed all checks has to wait for a second person (contract, `fourEyes`). */
export const createNeedsApproval =
  ({ db }: Pick<Deps, 'db'>) =>
  async ({ declared, fourEyes }: MountedCall, call: ParsedCall): Promise<boolean> => {
    if (!fourEyes) return false
    if (declared.fourEyes) return true
    const { isNeeded } = fourEyes as FourEyes<Endpoint & { fourEyesWhen: string }>
    const { principal, request } = call
    const [me, params, input] = [call.me as SessionPrincipal, call.params as never, call.input as never]
    return db.read(scopeOf(principal), (sql) => isNeeded({ me, principal, params, input, request, sql }))
  }
