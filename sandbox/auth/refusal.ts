import type { FastifyInstance } from 'fastify'

/** A refused call in the provider's form: HTTP status and `{error, errorCode, errorDescription}`. */
export class Refusal extends Error {
  readonly httpStatus: number
  readonly code: string

  constructor(httpStatus: number, code: string, description: string) {
    super(description)
    this.httpStatus = httpStatus
    this.code = code
  }

  body(): { error: string; errorCode: string; errorDescription: string } {
    return { error: this.code, errorCode: this.code, errorDescription: this.message }
  }
}

export const invalidRequest = (description: string): Refusal =>
  new Refusal(400, 'invalid_request', description)

export const invalidCredential = (description: string): Refusal =>
  new Refusal(400, 'invalid_credential', description)

export const unauthorized = (): Refusal =>
  new Refusal(401, 'unauthorized', 'The request is unauthorized. The token or tenant ID is not valid.')

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `${what} was not found.`)

/** Turns refusals, unreadable requests and unknown paths into the provider's error body. */
export const answerRefusals = (app: FastifyInstance): void => {
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.httpStatus).send(error.body())
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(invalidRequest(error.message).body())
    process.stderr.write(`auth: ${error.stack ?? error.message}\n`)
    const unexpected = new Refusal(500, 'unexpected_error', 'An unexpected error occurred.')
    return reply.code(500).send(unexpected.body())
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send(notFound(`${request.method} ${request.url.split('?')[0]}`).body()),
  )
}

/** An empty body counts as an empty object, also with a JSON content type: some library calls send none. */
export const allowEmptyBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    async (_request: unknown, text: string) => {
      if (text.trim() === '') return {}
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw invalidRequest('The body is not JSON.')
      }
    },
  )
}
