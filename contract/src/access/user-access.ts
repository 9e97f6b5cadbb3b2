import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, typedText } from '../wire.ts'

const UserParams = z.object({ id: Id })

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/users/:id/sessions/end',
  summary: 'Log a person out everywhere',
  who: 'sessions.revoke',
  stepUp: 'S1',
  params: UserParams,
  output: z.object({ ended: z.number().int() }),
  refusals: { record_not_found: 404, role_not_allowed: 403 },
})

const ActiveInput = z.object({ note: typedText({ max: 500 }) })
const activeRefusals = { record_not_found: 404, role_not_allowed: 403, own_account: 409 } as const

export const deactivateUser = endpoint({
  method: 'POST',
  path: '/users/:id/deactivate',
  summary: 'Deactivate a person: sessions end at once, cards stay as they are',
  who: 'users.activate',
  stepUp: 'S1',
  params: UserParams,
  input: ActiveInput,
  output: z.object({ active: z.boolean() }),
  refusals: { ...activeRefusals, last_super_admin: 409 },
})

export const activateUser = endpoint({
  method: 'POST',
  path: '/users/:id/activate',
  summary: 'Activate a person again',
  who: 'users.activate',
  stepUp: 'S1',
  params: UserParams,
  input: ActiveInput,
  output: z.object({ active: z.boolean() }),
  refusals: activeRefusals,
})
