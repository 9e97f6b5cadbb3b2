import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = { status: number; body: unknown; headers: Headers }
export type Call = { method: string; path: string; body: unknown }

/** Changes an answer on its way to the browser, to make a provider with one small fault. */
export type Mutation = (call: Call, answer: Answer) => Answer | Promise<Answer>

export type ReceivedWebhook = { raw: string; signature: string }

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const dropped = new Set(['host', 'connection', 'cookie', 'content-length', 'accept-encoding'])

/**
 * The product's origin as the provider knows it: `/authsignal/v1` goes to the service without cookies,
 * `/hook` receives webhooks, every other path is a page of the tests.
 */
export const startFront = async (
  pages: (path: string) => { type: string; body: string } | null = () => null,
) => {
  const state: { target: string; mutation: Mutation | null; hookStatus: number } = {
    target: '',
    mutation: null,
    hookStatus: 200,
  }
  const received: ReceivedWebhook[] = []
  const forward = async (request: IncomingMessage): Promise<Answer> => {
    const raw = await bodyOf(request)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!dropped.has(name) && typeof value === 'string') headers.set(name, value)
    }
    const path = (request.url ?? '').replace(/^\/authsignal/, '')
    const method = request.method ?? 'GET'
    const sent = raw.length > 0 ? { body: raw.toString('utf8') } : {}
    const answer = await fetch(`${state.target}${path}`, { method, headers, ...sent, redirect: 'manual' })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const json = answer.headers.get('content-type')?.includes('json')
    const plain = {
      status: answer.status,
      body: json ? parsed(bytes.toString('utf8')) : bytes,
      headers: answer.headers,
    }
    return state.mutation
      ? state.mutation({ method, path, body: parsed(raw.toString('utf8')) }, plain)
      : plain
  }
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/'
      if (path.startsWith('/authsignal/')) {
        const { status, body, headers } = await forward(request)
        for (const name of ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy']) {
          const value = headers.get(name)
          if (value) response.setHeader(name, value)
        }
        const plain = typeof body === 'string' || Buffer.isBuffer(body)
        response.writeHead(status).end(plain ? body : JSON.stringify(body))
      } else if (path === '/hook') {
        const raw = (await bodyOf(request)).toString('utf8')
        received.push({ raw, signature: String(request.headers['x-signature-v2']) })
        response.writeHead(state.hookStatus).end()
      } else {
        const page = pages(path.split('?')[0] ?? '/')
        response.setHeader('content-type', page?.type ?? 'text/plain')
        response.writeHead(page ? 200 : 404).end(page?.body ?? '')
      }
    })().catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
