import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../kernel/answer.ts'
import type { Config } from '../kernel/config.ts'
import { languageOf } from '../kernel/language.ts'
import { sendRefusal, type MessageOf } from '../kernel/reply.ts'

const path = '/api/sandbox'
const declared = { refusals: { permission_denied: 403, media_type_not_supported: 415 } } as const

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

/**
 * Whether a host belongs to the sandbox. A foreign name that leads to this machine (DNS rebinding) does not.
 */
const isOwnHost = (host: string, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean => {
  const name = host.replace(/:\d+$/, '')
  const platform = new URL(PUBLIC_URL).hostname
  return name === platform || name.endsWith(`.${platform}`) || name === '127.0.0.1' || name === '[::1]'
}

/**
 * Whether a page of this host, or a program, sent the request. Browsers send the page's origin, programs do
 * not.
 */
const isFromOwnPage = (request: FastifyRequest): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || hostOf(origin) === request.host
}

/**
 * Why a request is refused, or null. A page of another origin cannot read an answer, so only calls that
 * change something check the origin.
 */
const obstacleOf = (request: FastifyRequest, config: Pick<Config, 'PUBLIC_URL'>) => {
  if (!isOwnHost(request.host, config)) return 'permission_denied'
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (!isFromOwnPage(request)) return 'permission_denied'
  const type = request.headers['content-type']
  return type === undefined || /^application\/json\b/i.test(type) ? null : 'media_type_not_supported'
}

/**
 * Refuses requests of foreign pages to the sandbox's controls. The controls need no login, so a foreign page
 * in the same browser could use them. They accept only JSON, from pages of this host or from programs, and
 * can be read only under a host of the sandbox.
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
