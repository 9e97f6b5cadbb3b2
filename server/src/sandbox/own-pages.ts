import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../kernel/answer.ts'
import type { Config } from '../kernel/config.ts'
import { languageOf } from '../kernel/language.ts'
import { sendRefusal, type MessageOf } from '../kernel/reply.ts'

const path = '/api/sandbox'
const declared = { refusals: { permission_denied: 403, media_type_not_supported: 415 } } as const

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

/** Whether a host is the sandbox's own. A foreign name that leads to this machine (DNS rebinding) is not. */
const isOwnHost = (host: string, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean => {
  const name = host.replace(/:\d+$/, '')
  const platform = new URL(PUBLIC_URL).hostname
  return name === platform || name.endsWith(`.${platform}`) || name === '127.0.0.1' || name === '[::1]'
}

/** Browsers say where a page stands that sends something; programs say nothing. */
const isFromOwnPage = (request: FastifyRequest): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || hostOf(origin) === request.host
}

/** A page of another origin cannot read an answer, so only what changes something asks where its page stands. */
const obstacleOf = (request: FastifyRequest, config: Pick<Config, 'PUBLIC_URL'>) => {
  if (!isOwnHost(request.host, config)) return 'permission_denied'
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (!isFromOwnPage(request)) return 'permission_denied'
  const type = request.headers['content-type']
  return type === undefined || /^application\/json\b/i.test(type) ? null : 'media_type_not_supported'
}

/**
 * Nobody signs in to the sandbox's controls, so a page of somebody else's that is open in the same browser could press
 * them: they take JSON, from pages of this host or from programs. What they show is read under a host of ours only.
 */
export const refuseForeignPages = (of: {
  app: FastifyInstance
  config: Pick<Config, 'PUBLIC_URL'>
  messageOf: MessageOf
}): void => {
  of.app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(path)) return
    const code = obstacleOf(request, of.config)
    if (code === null) return
    const { messageOf } = of
    await sendRefusal({
      reply,
      refusal: refused(code),
      declared,
      lang: languageOf(request),
      messageOf,
      requestId: request.id,
    })
  })
}
