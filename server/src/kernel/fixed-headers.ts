import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from './config.ts'
import { contentSecurityPolicy, permissionsPolicy } from './content-security.ts'

const oneYearSeconds = 31_536_000

/** Headers that depend on the text, length or time of an answer. */
const ofOneAnswer: ReadonlySet<string> = new Set(['connection', 'content-length', 'content-type', 'date'])

/**
 * Headers that are the same in every answer. They are read once from an answer that helmet made, because
 * helmet would write them again for each answer.
 */
export const readFixedHeaders = async (config: Config): Promise<Readonly<Record<string, string>>> => {
  const app = Fastify({ logger: false })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:') ? { maxAge: oneYearSeconds } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.get('/', async () => '')
  const { headers } = await app.inject('/')
  await app.close()
  const fixed = Object.entries(headers).filter(([name]) => !ofOneAnswer.has(name))
  return {
    ...Object.fromEntries(fixed.map(([name, value]) => [name, String(value)])),
    'permissions-policy': permissionsPolicy(config),
  }
}
