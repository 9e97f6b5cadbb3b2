import createClient from 'openapi-fetch'
import type { components, paths } from './api-types.ts'

/**
 * A client as an outside developer writes it from the description of the API alone: openapi-fetch with the
 * generated types. generated-client.db.test.ts compiles and drives it, with `api-types.ts` beside a copy of
 * this file.
 */
type Refusal = components['schemas']['Refusal']

class ApiRefusal extends Error {
  override name = 'ApiRefusal'
}
const dataOf = <T>(answer: { data?: { data: T } | undefined; error?: Refusal | undefined }): T => {
  if (answer.data) return answer.data.data
  throw new ApiRefusal(answer.error?.code ?? 'no answer')
}

type Session = { token: string | null; cookie: string; tokens: string[] }

/** Sends token and cookie with each call, and the new token as soon as an answer brings one. */
const createSession = (baseUrl: string) => {
  const session: Session = { token: null, cookie: '', tokens: [] }
  const client = createClient<paths>({ baseUrl })
  client.use({
    onRequest: ({ request }) => {
      if (session.token) request.headers.set('authorization', `Bearer ${session.token}`)
      if (session.cookie) request.headers.set('cookie', session.cookie)
    },
    onResponse: ({ response }) => {
      const next = response.headers.get('session-token')
      if (next) {
        session.token = next
        session.tokens.push(next)
      }
      const cookies = response.headers.getSetCookie().map((each) => each.split(';')[0])
      if (cookies.length > 0) session.cookie = cookies.join('; ')
    },
  })
  return { client, session }
}

export const createPerson = (baseUrl: string) => {
  const { client, session } = createSession(baseUrl)
  const header = { lang: 'es' } as const
  return {
    logIn: async (login: string, password: string): Promise<void> => {
      const answer = await client.POST('/api/sessions', { body: { login, password }, params: { header } })
      session.token = dataOf(answer).token
    },
    /** Tokens that replaced the first one. */
    tokens: session.tokens,
    cards: async () => dataOf(await client.GET('/api/cards')).items.map(({ id, status }) => ({ id, status })),
    loads: async (limit: number) => dataOf(await client.GET('/api/loads', { params: { query: { limit } } })),
    changeCity: async (city: string): Promise<string | null> => {
      const { version } = dataOf(await client.GET('/api/me'))
      const changed = await client.PATCH('/api/me', {
        params: { header: { ...header, 'If-Match': String(version) } },
        body: { city },
      })
      return dataOf(changed).city
    },
    csv: async (from: string): Promise<string> => {
      const query = { params: { query: { from }, header }, parseAs: 'text' } as const
      const { data, error } = await client.GET('/api/transactions/export', query)
      if (data === undefined) throw new ApiRefusal(error?.code)
      return data
    },
    statement: async (): Promise<{ size: number; type: string | null }> => {
      const { data, response } = await client.GET('/api/transactions/statement', { parseAs: 'blob' })
      if (!data) throw new ApiRefusal(String(response.status))
      return { size: (data as unknown as Blob).size, type: response.headers.get('content-type') }
    },
    /** Fetches the file of a one-time address as a browser does: with the cookie alone. */
    download: async (): Promise<number> => {
      const made = await client.POST('/api/transactions/export', { body: {} })
      const file = await fetch(new URL(dataOf(made).url, baseUrl), { headers: { cookie: session.cookie } })
      return file.status
    },
    /** The first message of a live stream. */
    firstEvent: async (): Promise<string> => {
      const { data } = await client.GET('/api/events', { parseAs: 'stream' })
      const reader = (data as unknown as ReadableStream<Uint8Array>).getReader()
      const { value } = await reader.read()
      await reader.cancel()
      return new TextDecoder().decode(value)
    },
    /** The code and the message of a refused call. */
    refusal: async (id: string) => {
      const { error } = await client.GET('/api/cards/{id}', { params: { path: { id }, header } })
      return error && { code: error.code, message: error.message }
    },
    reveal: async (id: string): Promise<string | null> => {
      const confirmed = { params: { path: { id }, header: { 'step-up': 'no grant' } }, body: {} }
      return (await client.POST('/api/cards/{id}/reveal', confirmed)).error?.code ?? null
    },
  }
}
