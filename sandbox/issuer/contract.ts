import { callSchemas, schemaProblems, webhookSchemas, type CallSchema } from './schemas.ts'

/** Every call that has a schema, such as `PUT /cards/{cardId}/credit`. */
export const officialCalls: readonly string[] = callSchemas.map(({ call }) => call)

type Path = {
  readonly schema: CallSchema
  readonly method: string
  readonly form: RegExp
  readonly holes: number
}

const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)

/**
 * Paths with the fewest placeholders first, so that `/simulate/authorisation` is not read as a transaction.
 */
const paths: readonly Path[] = callSchemas
  .map((schema): Path => {
    const [method = '', path = ''] = schema.call.split(' ')
    const holes = path.split('{').length - 1
    const form = new RegExp(`^${escaped(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return { schema, method, form, holes }
  })
  .sort((one, other) => one.holes - other.holes)

/** The schema of a call by method and path (without query), or null: Reap has no such call. */
export const callOf = (method: string, path: string): CallSchema | null =>
  paths.find((each) => each.method === method && each.form.test(path))?.schema ?? null

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

const headerProblems = (call: CallSchema, headers: Headers): string[] => {
  const isPost = call.call.startsWith('POST ')
  const key = headers['idempotency-key']
  const free = call.call.includes(' /webhooks')
  return [
    ...(headers['x-reap-api-key'] ? [] : ['x-reap-api-key is missing']),
    ...(free || headers['accept-version'] === call.version ? [] : [`Accept-Version must be ${call.version}`]),
    ...(call.call === 'POST /cards' && !key ? ['Idempotency-Key is missing'] : []),
    ...(key && !isPost ? ['Idempotency-Key is for POST only'] : []),
    ...(key && key.length > 255 ? ['Idempotency-Key is longer than 255'] : []),
  ]
}

/** The parts of a body or query that violate the call's schema. */
export const inputProblems = (call: CallSchema, input: { query: unknown; body: unknown }) => [
  ...schemaProblems(call.query, input.query),
  ...(call.request === null ? [] : schemaProblems(call.request, input.body ?? {})),
]

/**
 * Differences of a request from Reap's documentation; empty for an exact official call.
 * @param request.path with its query
 * @param request.headers by lower-case names
 * @param request.body parsed
 */
export const requestProblems = (request: {
  method: string
  path: string
  headers: Headers
  body?: unknown
}): string[] => {
  const url = new URL(request.path, 'http://issuer')
  const call = callOf(request.method, url.pathname)
  if (!call) return [`${request.method} ${url.pathname} is no official call`]
  const query = Object.fromEntries(url.searchParams)
  const hasBody = request.body !== undefined && request.body !== null && request.body !== ''
  return [
    ...headerProblems(call, request.headers),
    ...inputProblems(call, { query, body: request.body }).map(({ message }) => message),
    ...(call.request === null && hasBody ? ['the call accepts no body'] : []),
  ]
}

/** Refusals that every call may answer. */
const commonErrors: Readonly<Record<number, readonly string[]>> = {
  400: ['1301002', '1301004', 'validation_error'],
  401: ['unauthorized'],
  403: ['insufficient_permissions', 'forbidden_access'],
  409: ['IDEMPOTENCY_KEY_CONFLICT'],
  422: ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_MISMATCH'],
  429: ['too_many_requests'],
}

const errorProblems = (call: CallSchema, status: number, body: unknown): string[] => {
  const problems = schemaProblems({ $ref: 'shared.json#/$defs/error' }, body).map(({ message }) => message)
  if (problems.length > 0) return problems
  const { code, statusCode } = body as { code: string; statusCode: number }
  const known = [...(call.errors[String(status)] ?? []), ...(commonErrors[status] ?? [])]
  return [
    ...(known.includes(code) ? [] : [`${code} is no code of ${call.call} with ${status}`]),
    ...(statusCode === status ? [] : [`statusCode is ${statusCode} and the status ${status}`]),
  ]
}

/**
 * Differences of an answer from Reap's documentation. `path` may have a query; `body` is parsed, null when
 * empty.
 */
export const answerProblems = (answer: {
  method: string
  path: string
  status: number
  body: unknown
}): string[] => {
  const call = callOf(answer.method, new URL(answer.path, 'http://issuer').pathname)
  if (!call) return [`${answer.method} ${answer.path} is no official call`]
  if (answer.status !== call.status) return errorProblems(call, answer.status, answer.body)
  if (call.answer === null) return answer.body === null ? [] : ['the body must be empty']
  return schemaProblems(call.answer, answer.body).map(({ message }) => message)
}

/** Differences of a webhook from Reap's documentation, without its signature. */
export const webhookProblems = (webhook: { headers: Headers; body: unknown }): string[] => {
  const { eventName, eventType, data, ...rest } = webhook.body as Record<string, unknown>
  const schema = webhookSchemas.find(
    (each) => each.eventType === eventType && each.eventNames.includes(String(eventName)),
  )
  if (!schema) return [`${String(eventType)} / ${String(eventName)} is no official event`]
  const signature = String(webhook.headers['reap-signature'])
  return [
    ...Object.keys(rest).map((name) => `the body must not have ${name}`),
    ...(webhook.headers['x-reap-event-type'] === eventType ? [] : ['x-reap-event-type differs']),
    ...(webhook.headers['x-reap-event-name'] === eventName ? [] : ['x-reap-event-name differs']),
    ...(webhook.headers['x-reap-trace-id'] ? [] : ['x-reap-trace-id is missing']),
    ...(/^timestamp=\d{13};signature=[A-Za-z0-9+/]+=*$/.test(signature)
      ? []
      : ['reap-signature has another form']),
    ...schemaProblems(schema.data, data).map(({ message }) => message),
  ]
}
