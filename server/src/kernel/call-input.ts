import type { Endpoint } from '@cardamom/contract/endpoint'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused, type Answer } from './answer.ts'

/** A misspelled filter or order is told, instead of answering with rows that nobody asked for (api). */
const unknownInQuery = (declared: Endpoint, request: FastifyRequest): Record<string, string[]> | null => {
  if (declared.method !== 'GET' || !(declared.input instanceof z.ZodObject)) return null
  const { shape } = declared.input
  const names = Object.keys(request.query as object).filter((name) => !Object.hasOwn(shape, name))
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, ['unknown_field']])) : null
}

/** The calls of the spec take what they need from the path, so their body may be left out. */
export const isBodyOptional = ({ body, input }: Endpoint): boolean =>
  body === 'spec' && input?.safeParse({}).success === true

/** Path and query or body of a call, as its handler gets them. */
export const parseInput = (
  declared: Endpoint,
  request: FastifyRequest,
): Answer<{ params: unknown; input: unknown }, 'validation' | 'record_not_found'> => {
  const params = declared.params?.safeParse(request.params)
  // An id that is no id names nothing: the same answer as an unknown one (api).
  if (params && !params.success) return refused('record_not_found')
  const sent = declared.method === 'GET' ? request.query : (request.body ?? {})
  const lacksBody = declared.method !== 'GET' && (request.body ?? null) === null
  const unknown = unknownInQuery(declared, request)
  if (unknown) return refused('validation', { data: { errors: unknown } })
  const input = declared.input?.safeParse(sent, { error: fieldErrorMap })
  if (input && !input.success) return refused('validation', { data: { errors: fieldCodes(input.error) } })
  if (input && lacksBody && !isBodyOptional(declared)) {
    return refused('validation', { data: { errors: { body: ['required'] } } })
  }
  return { accepted: true, value: { params: params?.data ?? {}, input: input?.data } }
}
