import type { Endpoint } from '@cardamom/contract/endpoint'
import { z } from 'zod'

type Json = Record<string, unknown>

/** Wire schema of a codec or object: what travels, in both directions (stack, trap 4). */
const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json
  return rest
}

const parametersOf = (declared: Endpoint): Json[] => {
  const inPath = Object.entries(declared.params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(schema as z.ZodType),
  }))
  if (declared.method !== 'GET' || !declared.input) return inPath
  const query = schemaOf(declared.input) as { properties?: Json; required?: string[] }
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }))
  return [...inPath, ...inQuery]
}

const headersOf = (declared: Endpoint): Json[] =>
  declared.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', minLength: 8, maxLength: 255 },
        },
      ]
    : []

const refusal = { $ref: '#/components/responses/Refusal' }

const operationOf = (declared: Endpoint): Json => {
  const body = schemaOf(declared.output)
  const wrapped =
    declared.body === 'spec'
      ? body
      : {
          type: 'object',
          required: ['success', 'data'],
          properties: { success: { const: true }, data: body },
        }
  const refusals = Object.entries(declared.refusals)
  const statuses = [...new Set(refusals.map(([, status]) => status))]
  return {
    operationId: `${declared.method.toLowerCase()}${declared.path.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, next: string) => next?.toUpperCase() ?? '')}`,
    summary: declared.summary,
    tags: [declared.path.split('/')[1]],
    ...(declared.who === 'public' ? { security: [] } : {}),
    'x-permission': declared.who,
    ...(declared.stepUp ? { 'x-step-up': declared.stepUp } : {}),
    'x-refusals': declared.refusals,
    parameters: [...parametersOf(declared), ...headersOf(declared)],
    ...(declared.input && declared.method !== 'GET'
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(declared.input) } },
          },
        }
      : {}),
    responses: {
      [declared.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: wrapped } } },
      ...Object.fromEntries(statuses.map((status) => [status, refusal])),
      '4XX': refusal,
    },
  }
}

/** The OpenAPI 3.1 description of every mounted call. */
export const describeApi = (calls: readonly Endpoint[], version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const declared of calls) {
    const path = `/api${declared.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operationOf(declared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardamom',
      version,
      description:
        'Prepaid cards, loaded by paying in crypto. Money travels as decimal strings, instants as RFC 3339 UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: [...new Set(calls.map(({ path }) => path.split('/')[1] ?? ''))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of the session, together with its cookie.',
        },
      },
      responses: {
        Refusal: {
          description: 'Refused; `code` says why',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'code', 'message', 'requestId'],
          properties: {
            success: { const: false },
            code: { type: 'string' },
            message: { type: 'string' },
            data: { type: 'object' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}
