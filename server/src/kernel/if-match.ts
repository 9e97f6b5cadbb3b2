import type { FastifyRequest } from 'fastify'

/**
 * The version in `If-Match` that a change is based on, or null. Quotes and the weak mark of an ETag are
 * ignored.
 */
export const versionIn = (request: FastifyRequest): number | null => {
  const found = /^(?:W\/)?"?(\d{1,9})"?$/.exec(request.headers['if-match'] ?? '')
  return found ? Number(found[1]) : null
}

/** Errors of a `validation` refusal when `If-Match` is missing or no version. */
export const noVersion = { data: { errors: { 'if-match': ['required'] } } } as const
