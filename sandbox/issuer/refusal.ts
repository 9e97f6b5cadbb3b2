import type { FastifyInstance } from 'fastify'

/** A refused call, which changed nothing. A client reads `code`. */
export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  /** The wrong field, if there is one. */
  readonly parameter: string | undefined
  constructor(statusCode: number, code: string, message: string, parameter?: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.parameter = parameter
  }
}

export const invalid = (message: string, parameter?: string): Refusal =>
  new Refusal(400, 'validation_error', message, parameter)

const bodyOf = (
  refusal: Pick<Refusal, 'statusCode' | 'code' | 'message'> & { parameter?: string | undefined },
) => ({
  code: refusal.code,
  message: refusal.message,
  statusCode: refusal.statusCode,
  ...(refusal.parameter === undefined ? {} : { parameter: refusal.parameter }),
})

/** Turns refusals and unreadable requests into Reap's error body. */
export const answerRefusals = (app: FastifyInstance): void => {
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.statusCode).send(bodyOf(error))
    const statusCode = error.statusCode ?? 500
    if (statusCode < 500) {
      return reply
        .code(statusCode)
        .send(bodyOf({ statusCode, code: 'validation_error', message: error.message }))
    }
    process.stderr.write(`issuer: ${error.stack ?? error.message}\n`)
    return reply
      .code(500)
      .send(bodyOf({ statusCode: 500, code: 'internal_error', message: 'Unexpected error' }))
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply
      .code(404)
      .send(bodyOf({ statusCode: 404, code: 'not_found', message: `No ${request.method} ${request.url}` })),
  )
}
