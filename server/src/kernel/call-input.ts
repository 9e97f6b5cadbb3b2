import type { Endpoint } from '@cardamom/contract/endpoint'
import { fieldCodes, fieldErrorMap } from '@cardamom/contract/field-errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refused, type Answer } from './answer.ts'

const noFields = z.object({})
/** The largest number of unknown fields that an answer names. */
const mostNamed = 20

/** Names of the fields that an input may have; null where it accepts any name. */
const namesIn = (input: unknown): readonly string[] | null => {
  if (input instanceof z.ZodObject) return Object.keys(input.shape)
  if (!(input instanceof z.ZodUnion)) return null
  const options = input.options.map(namesIn)
  return options.some((names) => names === null) ? null : options.flatMap((names) => names ?? [])
}

/**
 * Errors for the fields that an input does not have, by name; null when there are none. A misspelled filter
 * is refused, because without it the answer would have too many rows (api §1). A call without input has no
 * fields.
 */
export const unknownFields = (
  input: Endpoint['input'],
  sent: unknown,
): Record<string, ['unknown_field']> | null => {
  const known = namesIn(input ?? noFields)
  if (known === null || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
  const unknown = Object.keys(sent)
    .filter((name) => !known.includes(name))
    .slice(0, mostNamed)
  return unknown.length > 0 ? Object.fromEntries(unknown.map((name) => [name, ['unknown_field']])) : null
}

/** The six calls (product §7) may omit their body, because the path has what they need. */
export const isBodyOptional = ({ body, input }: Endpoint): boolean =>
  body === 'bare' && input?.safeParse({}).success === true

/** Path and query or body of a call, as its handler receives them. */
export const parseInput = (
  declared: Endpoint,
  request: FastifyRequest,
): Answer<{ params: unknown; input: unknown }, 'validation' | 'record_not_found'> => {
  const params = declared.params?.safeParse(request.params)
  // A malformed id gets the same answer as an unknown one (api §3).
  if (params && !params.success) return refused('record_not_found')
  const isQuery = declared.method === 'GET'
  const sent = isQuery ? request.query : (request.body ?? {})
  const lacksBody = !isQuery && (request.body ?? null) === null
  // The six calls (product §7) accept a body with unknown fields.
  const unknown = isQuery || declared.body !== 'bare' ? unknownFields(declared.input, sent) : null
  if (unknown) return refused('validation', { data: { errors: unknown } })
  const input = declared.input?.safeParse(sent, { error: fieldErrorMap })
  if (input && !input.success) return refused('validation', { data: { errors: fieldCodes(input.error) } })
  if (input && lacksBody && !isBodyOptional(declared)) {
    return refused('validation', { data: { errors: { body: ['required'] } } })
  }
  return { accepted: true, value: { params: params?.data ?? {}, input: input?.data } }
}
