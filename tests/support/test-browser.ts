import type { FastifyInstance } from 'fastify'

export type TestAnswer<T = unknown> = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: {
    readonly success: boolean
    readonly code: string
    readonly message: string
    readonly data: T
    readonly errors: Readonly<Record<string, string[]>>
    readonly requestId: string
  }
  readonly text: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type RequestOptions = { readonly body?: unknown; readonly headers?: Record<string, string> }

let browsers = 0

/**
 * A browser with its own address unless one is passed; it stores cookies and the token as the web app does.
 */
export const createTestBrowser = (app: FastifyInstance, host = 'localhost:4000', at?: string) => {
  const cookies = new Map<string, string>()
  let token: string | null = null
  browsers += 1
  const address = at ?? `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`

  const send = async <T>(method: Method, path: string, sent: RequestOptions = {}): Promise<TestAnswer<T>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      headers: {
        host,
        lang: 'en',
        'fake-user': '0',
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { payload: JSON.stringify(sent.body) }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const rotated = answer.headers['session-token']
    if (typeof rotated === 'string') token = rotated
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (isJson ? JSON.parse(answer.body) : null) as TestAnswer<T>['body'],
      text: answer.body,
    }
  }
  return {
    send,
    get: <T = unknown>(path: string, sent?: RequestOptions) => send<T>('GET', path, sent),
    post: <T = unknown>(path: string, body: unknown = {}, sent?: RequestOptions) =>
      send<T>('POST', path, { ...sent, body }),
    patch: <T = unknown>(path: string, body: unknown, sent?: RequestOptions) =>
      send<T>('PATCH', path, { ...sent, body }),
    cookies,
    token: () => token,
    setToken: (next: string | null) => {
      token = next
    },
  }
}

export type TestBrowser = ReturnType<typeof createTestBrowser>

/** Statuses of the answers to simultaneous calls, sorted by number, because their order is not known. */
export const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
