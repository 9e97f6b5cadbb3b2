import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  actionStates,
  addAction,
  findAction,
  setActionState,
  type Action,
  type ActionState,
} from './actions.ts'
import { enrolledMethods } from './authenticators.ts'
import { checkActionCode, fieldsOf, type Fields } from './fields.ts'
import { methods, present, type ActionRef, type Parts } from './parts.ts'
import { invalidRequest, notFound, Refusal } from './refusal.ts'
import { isResultToken, readToken, trackToken, type Caller } from './tokens.ts'
import { needUser, updateUser } from './users.ts'

type ActionPath = { Params: { userId: string; action: string; key: string } }

const refOf = (params: ActionPath['Params']): ActionRef => ({
  userId: params.userId,
  actionCode: params.action,
  idempotencyKey: params.key,
})

const redirectUrlOf = (body: Fields): string | null => {
  const url = body.text('redirectUrl', 2000)
  if (url === undefined) return null
  const safe = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!safe) throw invalidRequest('redirectUrl must be an http or https address.')
  return url
}

/** Stores the action; a second track with the same key returns the stored one and changes nothing. */
const storeAction = (parts: Parts, ref: ActionRef, body: Fields): Action =>
  parts.db.whole(() => {
    needUser(parts, ref.userId)
    updateUser(parts, ref.userId, body)
    const known = findAction(parts, ref)
    if (known) return known
    const isEnrolled = enrolledMethods(parts, ref.userId).length > 0
    return addAction(parts, ref, isEnrolled ? 'CHALLENGE_REQUIRED' : 'ALLOW', {
      scope: body.text('scope') ?? '',
      redirect_url: redirectUrlOf(body),
      locale: body.text('locale', 20) ?? null,
      ip_address: body.text('ipAddress', 60) ?? null,
      user_agent: body.text('userAgent', 1000) ?? null,
      device_id: body.text('deviceId', 100) ?? null,
      custom: JSON.stringify(body.object('custom') ?? {}),
    })
  })

const mountTrack = (api: FastifyInstance, parts: Parts, pageUrl: (ref: ActionRef) => string): void => {
  api.post<{ Params: { userId: string; action: string } }>(
    '/users/:userId/actions/:action',
    async (request) => {
      const body = fieldsOf(request.body)
      const { userId } = request.params
      const actionCode = checkActionCode(request.params.action)
      const ref = { userId, actionCode, idempotencyKey: body.text('idempotencyKey', 100) ?? randomUUID() }
      const action = storeAction(parts, ref, body)
      const token = await trackToken(parts, ref, { scope: action.scope })
      const enrolledVerificationMethods = enrolledMethods(parts, userId)
      return present({
        state: action.state,
        url: `${pageUrl(ref)}/v1/ui/?token=${token}`,
        token,
        idempotencyKey: ref.idempotencyKey,
        isEnrolled: enrolledVerificationMethods.length > 0,
        enrolledVerificationMethods,
        allowedVerificationMethods: methods,
        defaultVerificationMethod: enrolledVerificationMethods[0],
      })
    },
  )
}

const isState = (text: string): text is ActionState => actionStates.some((state) => state === text)

const mountActions = (api: FastifyInstance, parts: Parts): void => {
  const need = (ref: ActionRef): Action => {
    const action = findAction(parts, ref)
    if (!action) throw notFound('The action')
    return action
  }
  const shown = (action: Action) =>
    present({
      state: action.state,
      stateUpdatedAt: action.state_updated_at,
      createdAt: action.created_at,
      verificationMethod: action.verification_method,
      rules: [],
    })
  api.get<ActionPath>('/users/:userId/actions/:action/:key', async ({ params }) => shown(need(refOf(params))))
  api.patch<ActionPath>('/users/:userId/actions/:action/:key', async ({ params, body }) => {
    const ref = refOf(params)
    need(ref)
    const state = fieldsOf(body).needText('state')
    if (!isState(state)) throw invalidRequest(`state must be one of ${actionStates.join(', ')}.`)
    setActionState(parts, ref, state)
    return shown(need(ref))
  })
  api.get<{ Params: { userId: string } }>('/users/:userId/actions', async ({ params, query }) => {
    const wanted = fieldsOf(query)
    const rows = parts.db.all<Action>(
      `select * from action where user_id = ?1 and (?2 is null or created_at >= ?2) and (?3 is null or state = ?3)
         and (?4 is null or code in (select value from json_each(?4))) order by seq desc limit 200`,
      params.userId,
      wanted.text('fromDate') ?? null,
      wanted.text('state') ?? null,
      wanted.text('codes') === undefined ? null : JSON.stringify(wanted.text('codes')?.split(',')),
    )
    return rows.map((action) =>
      present({
        actionCode: action.code,
        idempotencyKey: action.idempotency_key,
        createdAt: action.created_at,
        updatedAt: action.updated_at,
        state: action.state,
        stateUpdatedAt: action.state_updated_at,
        verificationMethod: action.verification_method,
        verifiedByAuthenticatorId: action.verified_by,
      }),
    )
  })
}

const invalid = (error: string) => ({ isValid: false, error })

const validated = (parts: Parts, caller: Caller) => {
  const action = findAction(parts, caller)
  if (!action) return invalid('The action is not known.')
  const proved = action.state === 'CHALLENGE_SUCCEEDED' && isResultToken(parts, caller.token)
  return present({
    isValid: proved,
    state: action.state,
    stateUpdatedAt: action.state_updated_at,
    userId: caller.userId,
    actionCode: caller.actionCode,
    idempotencyKey: caller.idempotencyKey,
    verificationMethod: action.verification_method,
    error: proved ? undefined : 'The token is not of a challenge that succeeded.',
  })
}

/** Track, read, change and validate what users do, for the product's server. */
export const mountServerActions = (
  api: FastifyInstance,
  parts: Parts,
  pageUrl: (ref: ActionRef) => string,
): void => {
  mountTrack(api, parts, pageUrl)
  mountActions(api, parts)
  api.post('/validate', async (request) => {
    const body = fieldsOf(request.body)
    const [userId, actionCode] = [body.text('userId'), body.text('action')]
    try {
      const caller = await readToken(parts, body.needText('token', 5000))
      // The answer must not show who owns a token of another user or another action.
      if (userId !== undefined && userId !== caller.userId) return invalid('The user does not match.')
      if (actionCode !== undefined && actionCode !== caller.actionCode) {
        return invalid('The action does not match.')
      }
      return validated(parts, caller)
    } catch (error) {
      if (error instanceof Refusal && error.httpStatus === 401) return invalid(error.message)
      throw error
    }
  })
}
