import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pageHeaders, styleLinks } from '../page-files.ts'
import { answerError } from '../provider-api.ts'
import { notFound } from '../refusal.ts'
import { countryOf, documentTypeOf } from '../session-input.ts'
import { documentTypes, type Context } from '../session-records.ts'
import { samplesHtml, slugOf, type SampleQuery } from './samples-page.ts'
import { drawSpecimen, variants } from './specimen.ts'

type Query = Readonly<Record<string, string | undefined>>

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(new Date(`${text}T00:00:00Z`).getTime())

const readQuery = (request: FastifyRequest): SampleQuery => {
  const query = request.query as Query
  const text = (key: string, other: string) => query[key]?.slice(0, 60).trim() || other
  const spanish = query['lang'] ?? request.headers['accept-language'] ?? ''
  const dateOfBirth = text('dateOfBirth', '')
  return {
    lang: spanish.startsWith('es') ? 'es' : 'en',
    type: documentTypeOf(query['type']) ?? 'ID_CARD',
    firstName: text('firstName', 'Alex'),
    lastName: text('lastName', 'Specimen'),
    dateOfBirth: isDate(dateOfBirth) ? dateOfBirth : '1990-06-15',
    country: countryOf(query['country']) ?? 'PE',
    gender: text('gender', ''),
  }
}

/** Mounts `/samples` and its pictures. */
export const mountSamples = (
  app: FastifyInstance,
  deps: { now: () => Date; frameAncestors: string },
): void => {
  const headers = pageHeaders(deps.frameAncestors)
  const draw = (request: FastifyRequest, context: Context) => {
    const query = readQuery(request)
    const { type, side } = request.params as { type?: string; side?: string }
    const kind = type === undefined ? query.type : documentTypes.find((each) => slugOf(each) === type)
    if (!kind || (side !== undefined && context.replace('document-', '') !== side))
      throw notFound('The sample')
    const wanted = (request.query as Query)['variant']
    const variant = variants.find((name) => name === wanted) ?? 'good'
    return drawSpecimen({ context, type: kind, variant, bearer: query, now: deps.now() })
  }
  app.register(async (samples) => {
    samples.setErrorHandler(async (error, _request, reply) => answerError(error, reply))
    samples.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers)
      done()
    })
    samples.get('/samples', async (request, reply) =>
      reply.type('text/html; charset=utf-8').send(samplesHtml(readQuery(request), styleLinks)),
    )
    samples.get('/samples/face.png', async (request, reply) =>
      reply.type('image/png').send(await draw(request, 'face')),
    )
    samples.get<{ Params: { side: string } }>('/samples/:type/:side.png', async (request, reply) => {
      const context = request.params.side === 'back' ? 'document-back' : 'document-front'
      return reply.type('image/png').send(await draw(request, context))
    })
  })
}
