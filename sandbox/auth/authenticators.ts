import { randomUUID } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import { passedLately } from './actions.ts'
import { methods, present, type Method, type Parts } from './parts.ts'
import { Refusal } from './refusal.ts'
import type { Caller } from './tokens.ts'
import { agentFacts } from './user-agents.ts'

export type Authenticator = {
  id: string
  user_id: string
  method: Method
  /** The action that started the enrolment: only the same action may finish it. */
  started_by: string | null
  email: string | null
  phone_number: string | null
  username: string | null
  display_name: string | null
  secret_encrypted: Uint8Array | null
  last_step: number
  credential_id: string | null
  public_key: Uint8Array | null
  counter: number
  transports: string | null
  rp_id: string | null
  device_type: string | null
  backed_up: number | null
  aaguid: string | null
  attachment: string | null
  device_id: string | null
  user_agent: string | null
  created_at: string
  verified_at: string | null
  last_verified_at: string | null
}

/** Enrolled authenticators, oldest first. */
export const enrolled = ({ db }: Parts, userId: string, method?: Method): Authenticator[] =>
  db.all<Authenticator>(
    `select * from authenticator where user_id = ? and verified_at is not null and method = coalesce(?, method)
     order by seq`,
    userId,
    method ?? null,
  )

export const findAuthenticator = ({ db }: Parts, id: string): Authenticator | undefined =>
  db.one<Authenticator>('select * from authenticator where id = ?', id)

export const enrolledMethods = (parts: Parts, userId: string): Method[] => {
  const have = new Set(enrolled(parts, userId).map(({ method }) => method))
  return methods.filter((method) => have.has(method))
}

/** The key of an action, which an authenticator or a challenge stores. */
export const actionMark = ({ userId, actionCode, idempotencyKey }: Caller): string =>
  JSON.stringify([userId, actionCode, idempotencyKey])

/**
 * Refuses a user who may not add an authenticator. The first one needs nothing; a further one needs the
 * scope, or a challenge of this action passed within ten minutes. It is checked at the start and at the end
 * of an enrolment.
 */
export const refuseToAdd = (parts: Parts, caller: Caller): void => {
  if (enrolled(parts, caller.userId).length === 0) return
  if (caller.scopes.has('add:authenticators') || passedLately(parts, caller)) return
  throw new Refusal(
    403,
    'insufficient_scope',
    'The user has an authenticator: pass a challenge with it before another one is added.',
  )
}

/** Starts an enrolment; cancels earlier ones of the same action and method. */
export const startAuthenticator = (
  parts: Parts,
  caller: Caller,
  method: Method,
  columns: Readonly<Record<string, SQLInputValue>>,
): Authenticator => {
  const startedBy = actionMark(caller)
  parts.db.run(
    'delete from authenticator where user_id = ? and method = ? and started_by = ? and verified_at is null',
    caller.userId,
    method,
    startedBy,
  )
  return parts.db.insert<Authenticator>('authenticator', {
    id: randomUUID(),
    user_id: caller.userId,
    method,
    started_by: startedBy,
    created_at: parts.now().toISOString(),
    ...columns,
  })
}

/** A user has one authenticator each for codes and apps, so a new one replaces the old; keys may be many. */
const single = new Set<Method>(['AUTHENTICATOR_APP', 'EMAIL_OTP', 'EMAIL_MAGIC_LINK', 'SMS'])

/** Completes an enrolment: from now on the user can be challenged with it. */
export const completeAuthenticator = (parts: Parts, authenticator: Authenticator): void => {
  const { db } = parts
  const now = parts.now().toISOString()
  if (single.has(authenticator.method)) {
    db.run(
      'delete from authenticator where user_id = ? and method = ? and verified_at is not null and id <> ?',
      authenticator.user_id,
      authenticator.method,
      authenticator.id,
    )
  }
  db.run(
    'update authenticator set verified_at = ?, last_verified_at = ? where id = ?',
    now,
    now,
    authenticator.id,
  )
  if (authenticator.email !== null) {
    db.run(
      'update user set email = ?, email_verified = 1 where id = ?',
      authenticator.email,
      authenticator.user_id,
    )
  }
  if (authenticator.phone_number !== null) {
    const { phone_number: phoneNumber, user_id: userId } = authenticator
    db.run('update user set phone_number = ?, phone_verified = 1 where id = ?', phoneNumber, userId)
  }
}

export const touchAuthenticator = (parts: Parts, id: string): void => {
  parts.db.run('update authenticator set last_verified_at = ? where id = ?', parts.now().toISOString(), id)
}

const credentialJson = (row: Authenticator) =>
  row.credential_id === null
    ? undefined
    : present({
        credentialId: row.credential_id,
        deviceId: row.device_id ?? '',
        name: row.display_name ?? agentFacts(row.user_agent).name,
        aaguid: row.aaguid,
        credentialBackedUp: row.backed_up === 1,
        credentialDeviceType: row.device_type,
        parsedUserAgent: row.user_agent === null ? undefined : agentFacts(row.user_agent).parsed,
        verifiedAt: row.last_verified_at,
        authenticatorAttachment: row.attachment,
      })

/** The shape that both APIs answer. */
export const authenticatorJson = (parts: Parts, row: Authenticator) =>
  present({
    userId: row.user_id,
    userAuthenticatorId: row.id,
    verificationMethod: row.method,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    lastVerifiedAt: row.last_verified_at,
    isDefault: enrolledMethods(parts, row.user_id)[0] === row.method,
    email: row.email,
    phoneNumber: row.phone_number,
    username: row.username,
    displayName: row.display_name,
    authenticatorAttachment: row.attachment,
    previousSmsChannel: row.method === 'SMS' ? 'DEFAULT' : undefined,
    webauthnCredential: credentialJson(row),
  })
