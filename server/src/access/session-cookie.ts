import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kernel/config.ts'
import type { SessionsOfRequest } from '../kernel/mount-downloads.ts'
import { readListening } from './listening.sql.ts'
import { denialOf, mayWith, ownScopeOf, scopeOf } from './permission.ts'
import { isSecretForm } from './secrets.ts'
import { readSessionLocked, sessionsOfCookie } from './sessions.sql.ts'

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'set'>
const base = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/**
 * A cookie that scripts and other sites cannot read. Cookies ignore ports, so on the local host the port is
 * part of the name. Some browsers store no Secure cookie on http, so the local host sets a second one without
 * the prefix.
 */
const createCookie = (
  { PUBLIC_URL, set }: CookieConfig,
  named: { local: string; plain: string; secure: string },
) => {
  const { port } = new URL(PUBLIC_URL)
  const isLocal = set === 'local'
  const name = isLocal ? `__Host-${named.local}-${port || '80'}` : `__Host-${named.secure}`
  const plainName = isLocal ? `${named.plain}-${port || '80'}` : null
  return {
    read: (request: FastifyRequest): string | null => {
      const value = request.cookies[name] ?? (plainName ? request.cookies[plainName] : undefined)
      return value !== undefined && isSecretForm(value) ? value : null
    },
    set: (reply: FastifyReply, secret: string, maxAge?: number): void => {
      const lives = maxAge === undefined ? {} : { maxAge }
      void reply.setCookie(name, secret, { ...base, ...lives, secure: true })
      if (plainName) void reply.setCookie(plainName, secret, { ...base, ...lives })
    },
    clear: (reply: FastifyReply): void => {
      void reply.clearCookie(name, { ...base, secure: true })
      if (plainName) void reply.clearCookie(plainName, base)
    },
  }
}

/** The cookie that a token is valid with. */
export const createSessionCookie = (config: CookieConfig) =>
  createCookie(config, { local: 'cardamom', plain: 'cardamom-session', secure: 'cardamom' })

/** Open sessions of the calling browser, except those with a locked screen. */
export const createSessionsOfRequest = (config: CookieConfig): SessionsOfRequest => {
  const cookies = createSessionCookie(config)
  return async (sql, request) => {
    const cookie = cookies.read(request)
    const open: string[] = []
    for (const id of cookie === null ? [] : await sessionsOfCookie(sql, cookie)) {
      if (!(await readSessionLocked(sql, id))) open.push(id)
    }
    const now = open.length === 0 ? [] : await readListening(sql, open)
    return now
      .filter((known) => denialOf(known) === null)
      .map((known) => ({
        sessionId: known.id,
        may: mayWith(known),
        scope: scopeOf(known),
        ownScope: ownScopeOf(known),
      }))
  }
}

const trustSeconds = 30 * 86_400

/** The cookie of a browser that its owner trusts for the login. */
export const createDeviceCookie = (config: CookieConfig) => {
  const names = { local: 'cardamom-device', plain: 'cardamom-trusted', secure: 'cardamom-device' }
  const { read, set, clear } = createCookie(config, names)
  return {
    read,
    clear,
    set: (reply: FastifyReply, secret: string): void => set(reply, secret, trustSeconds),
  }
}
