import type { FastifyInstance, FastifyRequest } from 'fastify'
import { captureState } from './capture-state.ts'
import { countryCodes } from './country-codes.ts'
import { maxImageBytes, thumbnailOf } from './image-intake.ts'
import { pageHeaders } from './page-files.ts'
import { answerError } from './provider-api.ts'
import { notFound, Refusal } from './refusal.ts'
import { drawSpecimen, variants } from './samples/specimen.ts'
import { addImage, chooseDocument, consent, pageOpened, speak, submitSession } from './session-flow.ts'
import { contextOf, countryOf, documentTypeOf } from './session-input.ts'
import type { Context, Session } from './session-records.ts'
import { latestAttempt, type Parts } from './settling.ts'

type TokenRoute = { Params: { token: string } }
type WithContext = { Params: { token: string; context: string } }

const findByToken = ({ records }: Parts, request: FastifyRequest): Session => {
  const session = records.sessionByToken((request.params as { token: string }).token)
  if (!session) throw notFound('The session')
  return session
}

const sampleOf = (parts: Parts, session: Session, order: { context: Context; variant: unknown }) =>
  drawSpecimen({
    context: order.context,
    type: session.document.type ?? 'ID_CARD',
    variant: variants.find((name) => name === order.variant) ?? 'good',
    bearer: { ...session.person, country: session.document.country },
    number: session.document.number,
    now: parts.now(),
  })

const mountSteps = (page: FastifyInstance, parts: Parts): void => {
  const answer = (request: FastifyRequest) => captureState(parts, findByToken(parts, request))
  page.get<TokenRoute>('/v/:token/state', async (request) =>
    captureState(parts, pageOpened(parts, findByToken(parts, request))),
  )
  page.post<TokenRoute>('/v/:token/consent', async (request) => {
    consent(parts, findByToken(parts, request))
    return answer(request)
  })
  page.post<TokenRoute & { Body: { type: unknown; country: unknown } }>(
    '/v/:token/document',
    async (request) => {
      const session = findByToken(parts, request)
      const type = documentTypeOf(request.body.type)
      const country = countryOf(request.body.country)
      if (!type || !country) throw new Refusal(400, '1104', 'Choose a document and its country.')
      chooseDocument(parts, session, { ...session.document, type, country })
      return answer(request)
    },
  )
  page.post<TokenRoute & { Body: { lang: unknown } }>('/v/:token/lang', async (request) => {
    speak(parts, findByToken(parts, request), request.body.lang === 'es' ? 'es' : 'en')
    return answer(request)
  })
  page.post<TokenRoute>('/v/:token/submit', async (request) => {
    submitSession(parts, findByToken(parts, request))
    return answer(request)
  })
}

const mountImages = (page: FastifyInstance, parts: Parts): void => {
  page.put<WithContext>('/v/:token/images/:context', { bodyLimit: maxImageBytes + 1 }, async (request) => {
    const session = findByToken(parts, request)
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await addImage(parts, session, { context: contextOf(request.params.context), bytes, timestamp: null })
    return captureState(parts, findByToken(parts, request))
  })
  page.get<WithContext>('/v/:token/images/:context', async (request, reply) => {
    const session = findByToken(parts, request)
    const { records, vault } = parts
    const context = contextOf(request.params.context)
    const media = records.mediaOf(latestAttempt(parts, session).id).find((each) => each.context === context)
    const object = media && records.encryptedMedia(media.id)
    if (!media || !object) throw notFound('The image')
    return reply.type('image/jpeg').send(await thumbnailOf(vault.open(media.id, object)))
  })
  page.post<WithContext & { Body: { variant?: unknown } | null }>(
    '/v/:token/samples/:context',
    async (request) => {
      const context = contextOf(request.params.context)
      const variant = request.body?.variant
      const bytes = await sampleOf(parts, findByToken(parts, request), { context, variant })
      await addImage(parts, findByToken(parts, request), { context, bytes, timestamp: null })
      return captureState(parts, findByToken(parts, request))
    },
  )
}

/**
 * The calls of the hosted capture page. The token in its address is the only credential, and it opens only
 * this session.
 */
export const mountCaptureApi = (app: FastifyInstance, parts: Parts, frameAncestors: string): void => {
  app.register(async (page) => {
    page.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const headers = { ...pageHeaders(frameAncestors), 'cache-control': 'no-store' }
    page.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers)
      done()
    })
    page.setErrorHandler(async (error, _request, reply) => answerError(error, reply))
    page.get('/page/countries.json', async () => countryCodes)
    mountSteps(page, parts)
    mountImages(page, parts)
  })
}
