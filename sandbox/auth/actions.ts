import type { ActionRef, Method, Parts } from './parts.ts'

export const actionStates = [
  'ALLOW',
  'BLOCK',
  'CHALLENGE_REQUIRED',
  'CHALLENGE_SUCCEEDED',
  'CHALLENGE_FAILED',
  'REVIEW_REQUIRED',
  'REVIEW_SUCCEEDED',
  'REVIEW_FAILED',
] as const
export type ActionState = (typeof actionStates)[number]

export type Action = {
  user_id: string
  code: string
  idempotency_key: string
  state: ActionState
  state_updated_at: string
  created_at: string
  updated_at: string
  verification_method: Method | null
  verified_by: string | null
  scope: string
  redirect_url: string | null
  locale: string | null
  ip_address: string | null
  user_agent: string | null
  device_id: string | null
}

const keyOf = ({ userId, actionCode, idempotencyKey }: ActionRef): [string, string, string] => [
  userId,
  actionCode,
  idempotencyKey,
]

export const findAction = ({ db }: Parts, ref: ActionRef): Action | undefined =>
  db.one<Action>('select * from action where user_id = ? and code = ? and idempotency_key = ?', ...keyOf(ref))

type Attributes = Partial<
  Record<
    'scope' | 'redirect_url' | 'locale' | 'ip_address' | 'user_agent' | 'device_id' | 'custom',
    string | null
  >
>

export const addAction = (
  parts: Parts,
  ref: ActionRef,
  state: ActionState,
  attributes: Attributes = {},
): Action => {
  const [userId, code, key] = keyOf(ref)
  const now = parts.now().toISOString()
  return parts.db.insert<Action>('action', {
    user_id: userId,
    code,
    idempotency_key: key,
    state,
    state_updated_at: now,
    created_at: now,
    updated_at: now,
    ...attributes,
  })
}

export const setActionState = (parts: Parts, ref: ActionRef, state: ActionState): void => {
  const now = parts.now().toISOString()
  parts.db.run(
    `update action set state = ?, state_updated_at = ?, updated_at = ?
     where user_id = ? and code = ? and idempotency_key = ?`,
    state,
    now,
    now,
    ...keyOf(ref),
  )
}

/** The user has passed a challenge for this action. */
export const succeedAction = (
  parts: Parts,
  ref: ActionRef,
  by: { method: Method; authenticatorId: string | null },
): void => {
  if (!findAction(parts, ref)) addAction(parts, ref, 'CHALLENGE_REQUIRED')
  setActionState(parts, ref, 'CHALLENGE_SUCCEEDED')
  parts.db.run(
    `update action set verification_method = ?, verified_by = ?
     where user_id = ? and code = ? and idempotency_key = ?`,
    by.method,
    by.authenticatorId,
    ...keyOf(ref),
  )
}

/** A challenge of this action was passed within the last ten minutes. */
export const passedLately = (parts: Parts, ref: ActionRef): boolean => {
  const action = findAction(parts, ref)
  if (action?.state !== 'CHALLENGE_SUCCEEDED') return false
  return parts.now().getTime() - Date.parse(action.state_updated_at) <= 600_000
}
