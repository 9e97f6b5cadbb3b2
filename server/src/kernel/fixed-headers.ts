import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from './config.ts'
import { contentSecurityPolicy, permissionsPolicy } from './content-security.ts'

const oneYearSeconds = 31_536_000

/** What a browser may do with an answer that is no document: nothing, even if a person opens its address. */
const dataPolicy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
/** The headers of the document that an answer with data needs too; its policy is its own. */
const forData: ReadonlySet<string> = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
])

/** Headers that depend on the text, length or time of an answer. */
const ofOneAnswer: ReadonlySet<string> = new Set(['connection', 'content-length', 'content-type', 'date'])

type Headers = Readonly<Record<string, string>>

/**
 * Headers that are the same in every answer: of documents, and of calls, whose answers are data. They are
 * read once from an answer that helmet made, because helmet would write them again for each answer. A call's
 * answer has fewer of them: the others would add a kilobyte and five microseconds.
 */
export const readFixedHeaders = async (config: Config): Promise<{ document: Headers; data: Headers }> => {
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
  const document: Headers = {
    ...Object.fromEntries(fixed.map(([name, value]) => [name, String(value)])),
    'permissions-policy': permissionsPolicy(config),
  }
  const shared = Object.entries(document).filter(([name]) => forData.has(name))
  return { document, data: { ...Object.fromEntries(shared), 'content-security-policy': dataPolicy } }
}
