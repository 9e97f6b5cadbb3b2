import { after, type Clock } from '../kernel/clock.ts'
import type { Encryption } from '../kernel/encryption.ts'

/** The lifetime of the provider's own link. */
const livesMs = 600_000
const context = 'magic_link'

export type MagicLinks = {
  /**
   * Token of our page `/magic/:token` for a link of the provider (ux §1). It is the encrypted link and is not
   * stored.
   */
  readonly tokenOf: (url: string) => Promise<string>
  /** Null when it is not ours, or too old. Times are real time. */
  readonly open: (token: string) => Promise<{ url: string; requestedAt: Date } | null>
}

/**
 * Mails link to our own host and page. The provider's link stays encrypted until the person presses the
 * button.
 */
export const createMagicLinks = ({
  encryption,
  clock,
}: {
  encryption: Encryption
  clock: Clock
}): MagicLinks => ({
  tokenOf: async (url) => {
    const plain = JSON.stringify([clock.realNow().getTime(), url])
    return (await encryption.encrypt(Buffer.from(plain), context)).toString('base64url')
  },
  open: async (token) => {
    try {
      const plain = await encryption.decrypt(Buffer.from(token, 'base64url'), context)
      const [at, url] = JSON.parse(plain.toString()) as [number, string]
      const requestedAt = new Date(at)
      return after(requestedAt, livesMs) > clock.realNow() ? { url, requestedAt } : null
    } catch {
      // The token is no encrypted link of ours: incomplete, mistyped or invented.
      return null
    }
  },
})
