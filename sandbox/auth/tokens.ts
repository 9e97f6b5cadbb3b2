import { errors, jwtVerify, SignJWT } from 'jose'
import type { ActionRef, Parts } from './parts.ts'
import { Refusal, unauthorized } from './refusal.ts'
import { findUser } from './users.ts'

export const lifetimeSeconds = 600
const trackScopes = ['read:authenticators']
const resultScopes = ['read', 'add', 'update', 'remove'].map((verb) => `${verb}:authenticators`)
const known = new Set(resultScopes)

/** The user of a token, and the rights that it grants. */
export type Caller = ActionRef & { readonly scopes: ReadonlySet<string>; readonly token: string }

const issuerOf = ({ tenant }: Parts) => `https://challenge.authsignal.com/${tenant.tenantId}`

const sign = (
  parts: Parts,
  ref: ActionRef,
  options: { scopes: readonly string[]; lifetimeSeconds?: number },
): Promise<string> => {
  const { tenantId, publishableKey } = parts.tenant
  const { userId, actionCode, idempotencyKey } = ref
  const issuedAt = Math.floor(parts.now().getTime() / 1000)
  return new SignJWT({
    scope: options.scopes.join(' '),
    other: { tenantId, publishableKey, userId, actionCode, idempotencyKey },
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(ref.userId)
    .setIssuer(issuerOf(parts))
    .setAudience(issuerOf(parts))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (options.lifetimeSeconds ?? lifetimeSeconds))
    .sign(parts.vault.tokenKey)
}

/** The token of a track call: it may read authenticators, and has the scope that the server requested. */
export const trackToken = (
  parts: Parts,
  ref: ActionRef,
  options: { scope?: string | undefined; lifetimeSeconds?: number } = {},
): Promise<string> => {
  const more = (options.scope ?? '').split(/[\s,]+/).filter((scope) => known.has(scope))
  const scopes = [...new Set([...trackScopes, ...more])]
  return sign(parts, ref, { ...options, scopes })
}

/** The token of a passed challenge. It is stored, because only such a token is valid for `/validate`. */
export const resultToken = async (parts: Parts, ref: ActionRef): Promise<string> => {
  const token = await sign(parts, ref, { scopes: resultScopes })
  const { db, vault } = parts
  const now = parts.now().getTime()
  db.run('delete from result_token where expires_ms < ?', now)
  db.run(
    'insert or ignore into result_token values (?, ?)',
    vault.mark('result', token),
    now + lifetimeSeconds * 1000,
  )
  return token
}

export const isResultToken = ({ db, vault }: Parts, token: string): boolean =>
  db.one('select 1 from result_token where mark = ?', vault.mark('result', token)) !== undefined

/**
 * Reads a token. Refuses a foreign token with 401 `unauthorized`, and an old one with 401 `expired_token`.
 */
export const readToken = async (parts: Parts, token: string): Promise<Caller> => {
  try {
    const { payload } = await jwtVerify(token, parts.vault.tokenKey, {
      algorithms: ['HS256'],
      issuer: issuerOf(parts),
      audience: issuerOf(parts),
      currentDate: parts.now(),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const { userId, actionCode, idempotencyKey } = payload['other'] as Record<keyof ActionRef, string>
    if (!findUser(parts, userId)) throw unauthorized()
    const scopes = new Set(String(payload['scope']).split(' '))
    return { userId, actionCode, idempotencyKey, scopes, token }
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new Refusal(401, 'expired_token', 'The token has expired.')
    }
    throw error instanceof Refusal ? error : unauthorized()
  }
}
