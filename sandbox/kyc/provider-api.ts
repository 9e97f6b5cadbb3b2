import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { verifiedPerson } from './decision-body.ts'
import { findingsOf } from './image-checks.ts'
import { personaOf } from './personas.ts'
import { notFound, Refusal } from './refusal.ts'
import { addImage, openSession, removeSession, startSession, submitSession } from './session-flow.ts'
import { bodyPart, readImage, readNewSession } from './session-input.ts'
import type { Media, Session } from './session-records.ts'
import { latestAttempt, latestDecision, type Parts } from './settling.ts'
import { sameText, signatureOf, signedHeaders } from './signatures.ts'

type Keys = { readonly apiKey: string; readonly sharedSecret: string }
type WithId = { Params: { id: string } }

const rawBody = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Refuses (401) a call without our key, or with a wrong signature of its body or id. */
const checkCaller = (keys: Keys, request: FastifyRequest): void => {
  const client = header(request, 'x-auth-client')
  if (!client) throw new Refusal(401, '1801', 'Mandatory X-AUTH-CLIENT header is missing from the request.')
  if (!sameText(client, keys.apiKey))
    throw new Refusal(401, '1803', 'Integration with the API key was not found.')
  const received = header(request, 'x-hmac-signature')
  const { id } = request.params as { id?: string }
  if (!received && request.method === 'POST' && id === undefined) return
  if (!received || !/^[0-9a-f]{64}$/i.test(received)) {
    throw new Refusal(401, '1812', 'Signature is not a valid SHA256 hash.')
  }
  const signsBody = request.method === 'POST' || request.method === 'PATCH'
  const wanted = signatureOf(keys.sharedSecret, signsBody ? rawBody(request) : (id ?? ''))
  if (sameText(received.toLowerCase(), wanted)) return
  throw signsBody
    ? new Refusal(401, '1819', 'Signature does not match the HMAC-SHA256 of request body.')
    : new Refusal(401, '1818', 'Signature does not match the HMAC-SHA256 of query ID.')
}

/** Answers a thrown refusal in the protocol's form. */
export const answerError = async (error: unknown, reply: FastifyReply): Promise<FastifyReply> => {
  if (error instanceof Refusal) return reply.code(error.httpStatus).send(error.body())
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status === 413) {
    return reply.code(413).send(new Refusal(413, '1405', 'The image is larger than 8 MiB.').body())
  }
  if (status < 500) return reply.code(status).send(new Refusal(status, '1104', String(error)).body())
  process.stderr.write(`kyc: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return reply.code(500).send({ status: 'fail', code: '1000', message: 'Internal error.' })
}

const refuseOutage = (session: Pick<Session, 'person'>): void => {
  if (personaOf(session.person) !== 'outage') return
  throw new Refusal(503, '1900', 'The service is not available.')
}

const createViews = (parts: Parts, publicUrl: string) => ({
  session: (session: Session) => ({
    id: session.id,
    url: `${publicUrl}/v/${session.token}`,
    vendorData: session.vendorData,
    endUserId: session.endUserId,
    host: publicUrl,
    status: session.status,
    sessionToken: session.token,
  }),
  image: ({ id, context, timestamp, size, sessionId, facts }: Media) => ({
    id,
    context,
    name: context,
    timestamp,
    size,
    mimetype: 'image/jpeg',
    url: `${publicUrl}/v1/media/${id}`,
    sessionId,
    width: facts.width,
    height: facts.height,
    findings: findingsOf(facts),
  }),
  person: (session: Session) => ({
    ...(latestDecision(parts, session)?.verification.person ?? verifiedPerson(session.person, null)),
    id: session.id,
    idCode: session.person.idNumber,
    citizenship: null,
    placeOfBirth: null,
  }),
})
type Views = ReturnType<typeof createViews>

const findSession = ({ records }: Parts, request: FastifyRequest): Session => {
  const session = records.session((request.params as { id: string }).id)
  if (!session) throw notFound('The session')
  return session
}

const mountWrites = (api: FastifyInstance, parts: Parts, views: Views): void => {
  const status = 'success'
  api.post('/v1/sessions', async (request, reply) => {
    const input = readNewSession(rawBody(request))
    refuseOutage(input)
    return reply.code(201).send({ status, verification: views.session(openSession(parts, input)) })
  })
  api.post<WithId>('/v1/sessions/:id/media', { bodyLimit: 12 * 1024 * 1024 }, async (request) => {
    const session = findSession(parts, request)
    return { status, image: views.image(await addImage(parts, session, readImage(rawBody(request)))) }
  })
  api.patch<WithId>('/v1/sessions/:id', async (request) => {
    const session = findSession(parts, request)
    const wanted = bodyPart(rawBody(request), 'verification')['status']
    if (wanted === 'started') startSession(parts, session)
    else if (wanted === 'submitted') submitSession(parts, session)
    else throw new Refusal(400, '1303', 'Invalid status.')
    return { status, verification: views.session(findSession(parts, request)) }
  })
  api.delete<WithId>('/v1/sessions/:id', async (request) => {
    const session = findSession(parts, request)
    removeSession(parts, session)
    return { status, verification: { id: session.id } }
  })
}

const mountReads = (api: FastifyInstance, parts: Parts, views: Views): void => {
  const status = 'success'
  const { records, vault } = parts
  api.get<WithId>('/v1/sessions/:id/decision', async (request) => {
    const session = findSession(parts, request)
    return latestDecision(parts, session) ?? { status, verification: null, technicalData: { ip: null } }
  })
  api.get<WithId>('/v1/sessions/:id/attempts', async (request) => ({
    status,
    verifications: records.attempts(findSession(parts, request).id).map((attempt) => ({
      id: attempt.id,
      status: attempt.status,
      createdTime: attempt.createdAt,
      userDefinedData: [],
    })),
  }))
  api.get<WithId>('/v1/sessions/:id/person', async (request) => ({
    status,
    person: views.person(findSession(parts, request)),
  }))
  const mediaOf = (attemptId: string) => ({
    status,
    videos: [],
    images: records.mediaOf(attemptId).map(views.image),
  })
  api.get<WithId>('/v1/sessions/:id/media', async (request) =>
    mediaOf(latestAttempt(parts, findSession(parts, request)).id),
  )
  api.get<WithId>('/v1/attempts/:id/media', async (request) => {
    if (!records.attempt(request.params.id)) throw notFound('The attempt')
    return mediaOf(request.params.id)
  })
  api.get<WithId>('/v1/media/:id', async (request, reply) => {
    const object = records.encryptedMedia(request.params.id)
    if (!object) throw notFound('The image')
    return reply.type('image/jpeg').send(vault.open(request.params.id, object))
  })
}

const browserHeaders = 'content-type, x-auth-client, x-origin, vrf-integration-id'

/** Veriff's browser SDK creates sessions from the integrator's page: any origin, without cookies. */
const allowBrowsers = (api: FastifyInstance): void => {
  const path = '/v1/sessions'
  api.addHook('onRequest', async (request, reply) => {
    if (request.url === path) reply.header('access-control-allow-origin', '*')
  })
  api.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': browserHeaders,
        'access-control-max-age': '600',
      })
      .send(),
  )
}

/** Veriff's public API as README.md describes it, authenticated and signed in both directions. */
export const mountProviderApi = (
  app: FastifyInstance,
  parts: Parts,
  config: Keys & { publicUrl: string },
) => {
  const views = createViews(parts, config.publicUrl)
  app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    allowBrowsers(api)
    api.addHook('preHandler', async (request) => {
      if (request.method !== 'OPTIONS') checkCaller(config, request)
    })
    api.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string' || Buffer.isBuffer(payload))
        reply.headers(signedHeaders(config, payload))
      return payload
    })
    api.setErrorHandler(async (error, _request, reply) => answerError(error, reply))
    mountWrites(api, parts, views)
    mountReads(api, parts, views)
  })
}
