import '@fastify/cookie'
import { deviceCheckCookie, profilingCookie } from '@cardamom/contract/access/device-check'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kernel/config.ts'

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id that the library assigned to this browser's profile. It does not say who agreed to profiling. */
export const profilingIdOf = (request: FastifyRequest): string | null => {
  const id = request.cookies[profilingCookie]
  return id !== undefined && idForm.test(id) ? id : null
}

/** Device profiling in a browser, as cookies that its scripts may read. */
export const createProfilingCookies = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => {
  const secure = PUBLIC_URL.startsWith('https:')
  const own = { path: '/', sameSite: 'strict', secure } as const
  const settle = (reply: FastifyReply): void => void reply.clearCookie(deviceCheckCookie, own)
  return {
    /** The next page of a signed-in person is the device check. */
    makeDue: (reply: FastifyReply): void => void reply.setCookie(deviceCheckCookie, '1', own),
    settle,
    /** No user is profiled in this browser, and it deletes the id of an earlier profile. */
    end: (request: FastifyRequest, reply: FastifyReply): void => {
      settle(reply)
      if (request.cookies[profilingCookie] === undefined) return
      // The library sets its cookie for the host without `www.`, as a domain.
      void reply.clearCookie(profilingCookie, { path: '/' })
      void reply.clearCookie(profilingCookie, { path: '/', domain: request.hostname.replace('www.', '') })
    },
  }
}
