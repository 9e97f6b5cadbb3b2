import type { FastifyInstance } from 'fastify'

const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
}

/** A call that is refused: nothing happened. `code` is what a client branches on. */
export class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

export const invalid = (message: string): Refusal => new Refusal(400, 'VALIDATION_ERROR', message)

const bodyOf = (refusal: { statusCode: number; code: string; message: string }) => ({
  statusCode: refusal.statusCode,
  error: names[refusal.statusCode] ?? 'Internal Server Error',
  code: refusal.code,
  message: refusal.message,
})

/** Turns refusals and unreadable requests into the error body of README "Conventions". */
export const answerRefusals = (app: FastifyInstance): void => {
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.statusCode).send(bodyOf(error))
    const statusCode = error.statusCode ?? 500
    if (statusCode < 500) {
      return reply
        .code(statusCode)
        .send(bodyOf({ statusCode, code: 'VALIDATION_ERROR', message: error.message }))
    }
    process.stderr.write(`issuer: ${error.stack ?? error.message}\n`)
    return reply
      .code(500)
      .send(bodyOf({ statusCode: 500, code: 'INTERNAL_ERROR', message: 'Unexpected error' }))
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply
      .code(404)
      .send(bodyOf({ statusCode: 404, code: 'NOT_FOUND', message: `No ${request.method} ${request.url}` })),
  )
}
