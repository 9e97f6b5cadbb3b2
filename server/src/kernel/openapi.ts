import type { Endpoint } from '@cardamom/contract/endpoint'
import { z } from 'zod'
import { isBodyOptional } from './call-input.ts'

type Json = Record<string, unknown>

/** Wire schema of a codec or object, for both directions (architecture §5). */
const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Python clients of openapi-generator refuse every answer with a constant truth value.
    override: ({ jsonSchema }) => {
      if (typeof jsonSchema.const === 'boolean') delete jsonSchema.const
    },
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

const text = { type: 'string' }
const requestHeaders: Json = {
  Lang: {
    name: 'lang',
    in: 'header',
    description: 'Language of messages; English unless it is sent.',
    schema: { type: 'string', enum: ['en', 'es'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'A repeated call with the same key and body answers what the first one did.',
    schema: { type: 'string', minLength: 8, maxLength: 255 },
  },
  StepUp: {
    name: 'step-up',
    in: 'header',
    description:
      'Grant of a confirmation of this operation. Without it the call answers `step_up_required` with the action, its hash and what the person confirms: send them to `POST /api/step-up/challenges`, and the proof to `POST /api/step-up/grants`, which answers the grant.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: '`version` of the record that the change is based on.',
    schema: text,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event that was received: the stream starts after it.',
    schema: text,
  },
}
const headerOf = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })
const headerNames = { 'If-Match': 'IfMatch', 'Last-Event-ID': 'LastEventId' } as const

const headersOf = ({ idempotent, stepUp, headers = [] }: Endpoint): Json[] => [
  ...(idempotent ? [headerOf('IdempotencyKey')] : []),
  ...(stepUp ? [headerOf('StepUp')] : []),
  ...headers.map((name) => headerOf(headerNames[name])),
  headerOf('Lang'),
]

/** Client generators expect `binary` for a file of bytes; text stays text. */
const streamSchema = (type: string): Json => ({
  type: 'string',
  ...(type.startsWith('text/') ? {} : { format: 'binary' }),
})

const success = { type: 'boolean', description: 'True where the call was done, false where it was refused.' }

/** Client generators have no name for a type that is only null, so it is described as a constant null. */
const answerSchemaOf = (output: z.ZodType): Json => {
  const schema = schemaOf(output)
  return schema['type'] === 'null' ? { const: null } : schema
}

const contentOf = ({ streams, output, body }: Endpoint): Json => {
  if (streams) return Object.fromEntries(streams.map((type) => [type, { schema: streamSchema(type) }]))
  const data = answerSchemaOf(output)
  const wrapped = {
    type: 'object',
    required: ['success', 'data'],
    properties: { success, data },
  }
  return { 'application/json': { schema: body === 'bare' ? data : wrapped } }
}

const sessionHeaders = { 'session-token': { $ref: '#/components/headers/SessionToken' } }
const refusal = { $ref: '#/components/responses/Refusal' }

const operationOf = (declared: Endpoint): Json => {
  const refusals = Object.entries(declared.refusals)
  const statuses = [...new Set(refusals.map(([, status]) => status))]
  return {
    operationId: `${declared.method.toLowerCase()}${declared.path.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, next: string) => next?.toUpperCase() ?? '')}`,
    summary: declared.summary,
    tags: [declared.path.split('/')[1]],
    ...(declared.who === 'public' ? { security: [] } : {}),
    'x-permission': declared.who,
    ...(declared.alsoTag ? { 'x-also-permission': declared.alsoTag } : {}),
    ...(declared.stepUp ? { 'x-step-up': declared.stepUp } : {}),
    ...(declared.stepUpWhen ? { 'x-step-up-when': declared.stepUpWhen } : {}),
    'x-refusals': declared.refusals,
    parameters: [...parametersOf(declared), ...headersOf(declared)],
    ...(declared.input && declared.method !== 'GET'
      ? {
          requestBody: {
            required: !isBodyOptional(declared),
            content: { 'application/json': { schema: schemaOf(declared.input) } },
          },
        }
      : {}),
    responses: {
      [declared.status ?? 200]: {
        description: 'Done',
        ...(declared.who === 'public' ? {} : { headers: sessionHeaders }),
        content: contentOf(declared),
      },
      ...Object.fromEntries(statuses.map((status) => [status, refusal])),
      '4XX': refusal,
      '5XX': refusal,
    },
  }
}

const components: Json = {
  securitySchemes: {
    session: {
      type: 'http',
      scheme: 'bearer',
      description:
        'Token of the session. It is valid together with the cookie of the browser that signed in.',
    },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-cardamom',
      description:
        'Set at the login. On the local host the port is part of its name: `__Host-cardamom-4000`.',
    },
  },
  parameters: requestHeaders,
  headers: {
    SessionToken: {
      description:
        'The next token of the session. Some answers have it: send it from then on instead of the old one.',
      schema: { type: 'string' },
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
        success,
        code: { type: 'string' },
        message: { type: 'string' },
        data: { type: 'object' },
        errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        requestId: { type: 'string' },
      },
    },
  },
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
        'Prepaid cards, loaded by paying in crypto. Money travels as decimal strings, instants as RFC 3339 UTC. A field that a call does not have is refused with `validation`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [], cookie: [] }],
    tags: [...new Set(calls.map(({ path }) => path.split('/')[1] ?? ''))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components,
  }
}
