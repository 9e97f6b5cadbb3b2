import { z } from 'zod'
import { methodOf } from '../providers/stepup/authsignal-answers.ts'
import type { ProviderLocks } from '../providers/stepup/port.ts'
import type { EmbeddedControls } from './embedded-controls.ts'

const Listed = z.array(
  z.object({
    subject: z.string(),
    method: z.string(),
    counted: z.enum(['wrong-codes', 'messages']),
    failures: z.number(),
    lockedUntil: z.string().nullable(),
  }),
)

/** The embedded step-up provider's locks, read from its control plane. */
export const createProviderLocks = (controls: Pick<EmbeddedControls, 'get' | 'post'>): ProviderLocks => ({
  list: async (userId) => {
    const of = userId === null ? '' : `?userId=${encodeURIComponent(userId)}`
    const rows = Listed.parse(await controls.get('auth', `/lockouts${of}`))
    return rows.flatMap(({ subject, method: theirs, counted, failures, lockedUntil }) => {
      const method = methodOf(theirs)
      // Messages to a person without an account are counted by their address.
      if (!method || !z.uuid().safeParse(subject).success) return []
      const blockedUntil = lockedUntil === null ? null : new Date(lockedUntil)
      return [{ userId: subject, method, counted, tries: failures, blockedUntil }]
    })
  },
  liftLocks: async (userId) => {
    await controls.post('auth', '/unlock', { userId })
  },
})
