import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kernel/config.ts'
import { isSecretForm } from './secrets.ts'

/**
 * The cookie that a token is valid with. Cookies ignore ports, so on the local host the port is part of the
 * name; and since some browsers keep no Secure cookie on http, the local host sets a second one without the
 * prefix.
 */
export const createSessionCookie = (config: Pick<Config, 'PUBLIC_URL' | 'set'>) => {
  const { port } = new URL(config.PUBLIC_URL)
  const isLocal = config.set === 'local'
  const name = isLocal ? `__Host-cardamom-${port || '80'}` : '__Host-cardamom'
  const plainName = isLocal ? `cardamom-session-${port || '80'}` : null
  const base = { path: '/', httpOnly: true, sameSite: 'strict' } as const
  return {
    read: (request: FastifyRequest): string | null => {
      const value = request.cookies[name] ?? (plainName ? request.cookies[plainName] : undefined)
      return value !== undefined && isSecretForm(value) ? value : null
    },
    set: (reply: FastifyReply, secret: string): void => {
      void reply.setCookie(name, secret, { ...base, secure: true })
      if (plainName) void reply.setCookie(plainName, secret, base)
    },
    clear: (reply: FastifyReply): void => {
      void reply.clearCookie(name, { ...base, secure: true })
      if (plainName) void reply.clearCookie(plainName, base)
    },
  }
}
