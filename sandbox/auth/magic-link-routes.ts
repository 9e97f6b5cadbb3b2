import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  startAuthenticator,
  enrolled,
  findAuthenticator,
  refuseToAdd,
  type Authenticator,
} from './authenticators.ts'
import { findChallenge, newestChallenge, openChallenge, useChallenge, type Challenge } from './challenges.ts'
import { needCaller } from './client-auth.ts'
import { fieldsOf, needEmail } from './fields.ts'
import type { Outbox } from './outbox.ts'
import type { Parts } from './parts.ts'
import { passedAnswer, passWith } from './passing.ts'
import { invalidRequest } from './refusal.ts'
import type { Caller } from './tokens.ts'
import { sameText } from './vault.ts'

const method = 'EMAIL_MAGIC_LINK'
const kind = 'magic-link'

const linkMark = ({ vault }: Parts, challengeId: string, secret: string): string =>
  vault.mark(`link:${challengeId}`, secret)

const sendLink = async (
  deps: { parts: Parts; outbox: Outbox; pageUrl: (caller: Caller) => string },
  caller: Caller,
  authenticator: Authenticator,
): Promise<Challenge> => {
  const { parts, outbox } = deps
  const to = authenticator.email ?? ''
  const { userId, actionCode, idempotencyKey } = caller
  const secret = randomBytes(24).toString('base64url')
  const challenge = openChallenge(parts, kind, caller, { authenticator_id: authenticator.id, sent_to: to })
  const link = `${deps.pageUrl(caller)}/v1/ui/link?id=${challenge.id}&secret=${secret}`
  try {
    await outbox.deliver({ kind, to, link }, { userId, actionCode, idempotencyKey })
  } catch (error) {
    useChallenge(parts, challenge.id)
    throw error
  }
  parts.db.run(
    'update challenge set code_mark = ? where id = ?',
    linkMark(parts, challenge.id, secret),
    challenge.id,
  )
  return challenge
}

/** The link was opened and confirmed, so the waiting browser may finish. It works once. */
const confirmLink = (parts: Parts, id: string, secret: string): boolean => {
  const challenge = findChallenge(parts, id)
  if (challenge?.kind !== kind || challenge.code_mark === null) return false
  if (!sameText(challenge.code_mark, linkMark(parts, id, secret))) return false
  return parts.db.run(`update challenge set state = 'verified' where id = ? and state = 'open'`, id) === 1
}

const finish = (parts: Parts, caller: Caller): Authenticator | null =>
  parts.db.whole(() => {
    const challenge = newestChallenge(parts, kind, caller)
    if (challenge?.state !== 'verified' || !useChallenge(parts, challenge.id)) return null
    const authenticator = findAuthenticator(parts, challenge.authenticator_id ?? '')
    if (!authenticator) return null
    passWith(parts, caller, authenticator)
    return authenticator
  })

/** A link by e-mail: enrol, challenge, confirm (the page behind the link), finalize (polled each second). */
export const mountMagicLink = (
  app: FastifyInstance,
  deps: { parts: Parts; outbox: Outbox; pageUrl: (caller: Caller) => string },
): void => {
  const { parts } = deps
  app.post('/client/user-authenticators/email-magic-link', async (request) => {
    const caller = await needCaller(parts, request)
    refuseToAdd(parts, caller)
    const email = needEmail(fieldsOf(request.body))
    const authenticator = startAuthenticator(parts, caller, method, { email })
    await sendLink(deps, caller, authenticator)
    return { userAuthenticatorId: authenticator.id, userId: caller.userId }
  })
  app.post('/client/challenge/email-magic-link', async (request) => {
    const caller = await needCaller(parts, request)
    const authenticator = enrolled(parts, caller.userId, method)[0]
    if (!authenticator) throw invalidRequest(`The user has no ${method} authenticator.`)
    return { challengeId: (await sendLink(deps, caller, authenticator)).id }
  })
  app.post('/client/verify/email-magic-link/finalize', async (request) => {
    const caller = await needCaller(parts, request)
    const passed = finish(parts, caller)
    return passed ? passedAnswer(parts, caller, passed) : { isVerified: false }
  })
  app.post('/ui/link/confirm', async (request) => {
    const body = fieldsOf(request.body)
    return { confirmed: confirmLink(parts, body.needText('id', 50), body.needText('secret', 100)) }
  })
}
