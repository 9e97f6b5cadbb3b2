import type { FastifyInstance } from 'fastify'

export class DemoRefusal extends Error {
  readonly code: string
  constructor(call: string, code: string) {
    super(`${call} answered ${code}`)
    this.code = code
  }
}

/** An answer of the product. A refusal throws. */
export type DemoCalls = {
  readonly get: <T>(path: string) => Promise<T>
  readonly post: <T>(path: string, body?: object, key?: string, grant?: string) => Promise<T>
}

/**
 * Calls of one person of the demo, as their browser sends them: with cookies, a token and a network address
 * of their own.
 */
export const createDemoCalls = (app: FastifyInstance, of: { host: string; address: string }) => {
  const cookies = new Map<string, string>()
  let token: string | null = null
  const send = async <T>(
    method: 'GET' | 'POST',
    path: string,
    { body, key, grant }: { body?: object; key?: string | undefined; grant?: string | undefined } = {},
  ): Promise<T> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: of.address,
      headers: {
        host: of.host,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0',
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(grant ? { 'step-up': grant } : {}),
      },
      ...(body ? { payload: body } : {}),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    const next = answer.headers['session-token']
    if (typeof next === 'string') token = next
    const envelope = answer.json<{ success: boolean; code?: string; data: T }>()
    if (!envelope.success) throw new DemoRefusal(`${method} ${path}`, envelope.code ?? '')
    return envelope.data
  }
  const calls: DemoCalls = {
    get: (path) => send('GET', path),
    post: (path, body, key, grant) => send('POST', path, { body: body ?? {}, key, grant }),
  }
  return {
    ...calls,
    logIn: async (credentials: { login: string; password: string }) => {
      const answer = await calls.post<{ token: string | null }>('/sessions', credentials)
      token = answer.token
    },
  }
}

export type DemoBrowser = ReturnType<typeof createDemoCalls>
