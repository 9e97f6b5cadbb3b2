import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  authenticatorJson,
  completeAuthenticator,
  enrolled,
  enrolledMethods,
  findAuthenticator,
  type Authenticator,
} from './authenticators.ts'
import { fieldsOf, needEmail, needPhoneNumber } from './fields.ts'
import { methods, present, type Parts } from './parts.ts'
import { invalidRequest, notFound } from './refusal.ts'
import { readToken } from './tokens.ts'
import { findUser, needUser, removeUser, updateUser, type User } from './users.ts'

const attributesOf = (user: User) =>
  present({
    email: user.email,
    emailVerified: user.email_verified === 1,
    phoneNumber: user.phone_number,
    phoneNumberVerified: user.phone_verified === 1,
    username: user.username,
    displayName: user.display_name,
    locale: user.locale,
    custom: JSON.parse(user.custom) as Record<string, unknown>,
  })

const stranger = { isEnrolled: false, emailVerified: false, phoneNumberVerified: false }

const userJson = (parts: Parts, id: string) => {
  const user = findUser(parts, id)
  if (!user) return { ...stranger, enrolledVerificationMethods: [], allowedVerificationMethods: methods }
  const enrolledVerificationMethods = enrolledMethods(parts, id)
  return present({
    ...attributesOf(user),
    isEnrolled: enrolledVerificationMethods.length > 0,
    enrolledVerificationMethods,
    allowedVerificationMethods: methods,
    defaultVerificationMethod: enrolledVerificationMethods[0],
  })
}

type UserId = { Params: { userId: string } }

const mountUsers = (api: FastifyInstance, parts: Parts): void => {
  api.get('/users', async (request) => {
    const query = fieldsOf(request.query)
    const token = query.text('token', 5000)
    const caller = token === undefined ? null : await readToken(parts, token)
    const limit = Math.min(Number(query.text('limit') ?? 50) || 50, 200)
    const rows = parts.db.all<User>(
      `select * from user where (?1 is null or username = ?1) and (?2 is null or email = lower(?2))
         and (?3 is null or phone_number = ?3) and (?4 is null or id = ?4) and (?5 is null or id > ?5)
       order by id limit ?6`,
      query.text('username') ?? null,
      query.text('email') ?? null,
      query.text('phoneNumber') ?? null,
      caller?.userId ?? null,
      query.text('lastEvaluatedUserId') ?? null,
      limit,
    )
    return present({
      users: rows.map((user) => ({ userId: user.id, ...attributesOf(user) })),
      lastEvaluatedUserId: rows.length === limit ? rows.at(-1)?.id : undefined,
      tokenPayload: caller
        ? {
            userId: caller.userId,
            actionCode: caller.actionCode,
            idempotencyKey: caller.idempotencyKey,
          }
        : undefined,
    })
  })
  api.get<UserId>('/users/:userId', async ({ params }) => userJson(parts, params.userId))
  api.patch<UserId>('/users/:userId', async ({ params, body }) =>
    attributesOf(parts.db.whole(() => updateUser(parts, params.userId, fieldsOf(body)))),
  )
  api.delete<UserId>('/users/:userId', async ({ params }) => {
    removeUser(parts, params.userId)
    return { success: true }
  })
}

/** Enrols an address or number that the product verified itself. */
const enrolVerified = (parts: Parts, userId: string, body: unknown): Authenticator => {
  const fields = fieldsOf(body)
  const method = fields.needText('verificationMethod')
  if (method !== 'EMAIL_OTP' && method !== 'EMAIL_MAGIC_LINK' && method !== 'SMS') {
    throw invalidRequest('verificationMethod must be EMAIL_OTP, EMAIL_MAGIC_LINK or SMS.')
  }
  needUser(parts, userId)
  const row = parts.db.insert<Authenticator>('authenticator', {
    id: randomUUID(),
    user_id: userId,
    method,
    ...(method === 'SMS' ? { phone_number: needPhoneNumber(fields) } : { email: needEmail(fields) }),
    created_at: parts.now().toISOString(),
  })
  completeAuthenticator(parts, row)
  return findAuthenticator(parts, row.id) ?? row
}

/** Users and their authenticators, for the product's server. */
export const mountServerUsers = (api: FastifyInstance, parts: Parts): void => {
  mountUsers(api, parts)
  api.get<UserId>('/users/:userId/authenticators', async ({ params }) =>
    enrolled(parts, params.userId).map((row) => authenticatorJson(parts, row)),
  )
  api.post<UserId>('/users/:userId/authenticators', async ({ params, body }) => {
    const row = parts.db.whole(() => enrolVerified(parts, params.userId, body))
    return { authenticator: authenticatorJson(parts, row) }
  })
  api.delete<{ Params: { userId: string; id: string } }>(
    '/users/:userId/authenticators/:id',
    async ({ params }) => {
      const gone = parts.db.run(
        'delete from authenticator where id = ? and user_id = ?',
        params.id,
        params.userId,
      )
      if (gone === 0) throw notFound('The authenticator')
      return { success: true }
    },
  )
}
