/** Milliseconds until a refused attempt can be repeated; 0 when the server named no time. */
export const retryAfterMs = ({ data }: ApiError): number => {
  const seconds =
    typeof data === 'object' && data !== null && 'retryAfterSeconds' in data ? data.retryAfterSeconds : 0
  return typeof seconds === 'number' ? seconds * 1000 : 0
}

/** A failed call. `status` 0: no answer came. `code` is the refusal's, or `network` / `unknown`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Messages by field (product §3); empty when no field is wrong. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly data: unknown
  readonly requestId: string | null

  constructor(failure: {
    status: number
    code: string
    message: string
    errors?: Readonly<Record<string, readonly string[]>>
    data?: unknown
    requestId?: string | null
  }) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.errors = failure.errors ?? {}
    this.data = failure.data ?? null
    this.requestId = failure.requestId ?? null
  }
}

/** True for a refusal with one of these codes: `if (isRefusal(error, 'code_mismatch')) …`. */
export const isRefusal = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

const asErrors = (value: unknown): Record<string, readonly string[]> => {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).map(([field, messages]): [string, string[]] => [
    field,
    (Array.isArray(messages) ? messages : [messages]).filter((text) => typeof text === 'string'),
  ])
  return Object.fromEntries(entries)
}

/** Reads a refusal's body (api §3). Any other body, such as a proxy's page, results in code `unknown`. */
export const errorOf = (answer: { status: number; body: unknown; requestId: string | null }): ApiError => {
  const body: Record<string, unknown> =
    typeof answer.body === 'object' && answer.body !== null ? { ...answer.body } : {}
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
  return new ApiError({
    status: answer.status,
    code: text('code') || 'unknown',
    message: text('message'),
    errors: asErrors(body['errors']),
    data: body['data'],
    requestId: text('requestId') || answer.requestId,
  })
}
