import { randomUUID } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import type { ActionRef, Parts } from './parts.ts'

export type ChallengeKind =
  | 'action'
  | 'passkey-registration'
  | 'passkey'
  | 'security-key-registration'
  | 'security-key'
  | 'email-otp'
  | 'sms'
  | 'magic-link'
  | 'server-email-otp'
  | 'server-sms'

/** `open` → (`verified`: proved, not yet redeemed) → `used`. No state leads back. */
export type Challenge = {
  id: string
  kind: ChallengeKind
  state: 'open' | 'verified' | 'used'
  user_id: string | null
  action_code: string | null
  idempotency_key: string | null
  authenticator_id: string | null
  rp_id: string | null
  /** The bytes that the authenticator signs, in base64url. */
  webauthn: string | null
  /** The names of the new passkey. */
  username: string | null
  display_name: string | null
  code_mark: string | null
  sent_to: string | null
  failures: number
  expires_ms: number
}

export const challengeLifetimeMs = 600_000

export const openChallenge = (
  parts: Parts,
  kind: ChallengeKind,
  ref: ActionRef | null,
  columns: Readonly<Record<string, SQLInputValue>> = {},
): Challenge => {
  const now = parts.now().getTime()
  parts.db.run('delete from challenge where expires_ms < ?', now - challengeLifetimeMs)
  return parts.db.insert<Challenge>('challenge', {
    id: randomUUID(),
    kind,
    state: 'open',
    user_id: ref?.userId ?? null,
    action_code: ref?.actionCode ?? null,
    idempotency_key: ref?.idempotencyKey ?? null,
    expires_ms: now + challengeLifetimeMs,
    ...columns,
  })
}

const living = (parts: Parts, challenge: Challenge | undefined): Challenge | null =>
  challenge && challenge.state !== 'used' && challenge.expires_ms > parts.now().getTime() ? challenge : null

export const findChallenge = (parts: Parts, id: string): Challenge | null =>
  living(parts, parts.db.one<Challenge>('select * from challenge where id = ?', id))

/** The newest challenge of this action: a new code or link makes the earlier one invalid. */
export const newestChallenge = (parts: Parts, kind: ChallengeKind, ref: ActionRef): Challenge | null =>
  living(
    parts,
    parts.db.one<Challenge>(
      `select * from challenge where user_id = ? and action_code = ? and idempotency_key = ? and kind = ?
       order by seq desc limit 1`,
      ref.userId,
      ref.actionCode,
      ref.idempotencyKey,
      kind,
    ),
  )

/** Finds a challenge by its signed bytes, for the calls that carry no challenge id. */
export const challengeSigned = (parts: Parts, kind: ChallengeKind, webauthn: string): Challenge | null =>
  living(
    parts,
    parts.db.one<Challenge>('select * from challenge where kind = ? and webauthn = ?', kind, webauthn),
  )

/** True for the one call that redeems it; every later call finds it used. */
export const useChallenge = ({ db }: Parts, id: string): boolean =>
  db.run(`update challenge set state = 'used' where id = ? and state <> 'used'`, id) === 1

export const isOf = (challenge: Challenge, ref: ActionRef): boolean =>
  challenge.user_id === ref.userId &&
  challenge.action_code === ref.actionCode &&
  challenge.idempotency_key === ref.idempotencyKey
