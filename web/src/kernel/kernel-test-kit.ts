import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that a test server received. */
export type ReceivedRequest = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
  readonly at: number
}
export type Answer = {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Ends the connection without an answer. */
  readonly drop?: true
  /** `all`: no answer is sent. `body`: the head is sent, but its body never ends. */
  readonly hang?: 'all' | 'body'
}
type Answering = (received: ReceivedRequest, count: number) => Answer

const memoryStorage = (): Storage => {
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    clear: () => stored.clear(),
    getItem: (key) => stored.get(key) ?? null,
    key: (at) => [...stored.keys()][at] ?? null,
    removeItem: (key) => void stored.delete(key),
    setItem: (key, value) => void stored.set(key, value),
  }
}

/**
 * The parts of a browser that the kernel uses, in memory; calls of `location` are recorded. `facts` are the
 * server's facts in the page.
 */
export const installBrowser = (origin: string, { facts }: { facts?: string } = {}): { went: string[] } => {
  const went: string[] = []
  const listeners = new EventTarget()
  const location = {
    origin,
    protocol: 'http:',
    hostname: 'localhost',
    pathname: '/',
    search: '',
    assign: (to: string) => void went.push(to),
    reload: () => void went.push('reload'),
  }
  const documentElement = { lang: '', style: { setProperty: () => undefined } }
  const values = {
    location,
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    document: {
      cookie: '',
      documentElement,
      addEventListener: () => undefined,
      fonts: { load: async () => [] },
      getElementById: () => (facts === undefined ? null : { textContent: facts }),
    },
    addEventListener: listeners.addEventListener.bind(listeners),
    dispatchEvent: listeners.dispatchEvent.bind(listeners),
  }
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  return { went }
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? null : (JSON.parse(text) as unknown)
}

/** A server on loopback that answers as the test says, and records what it receives. */
export const startServer = async (
  answering: Answering,
): Promise<{ origin: string; received: ReceivedRequest[]; stop: () => Promise<void> }> => {
  const received: ReceivedRequest[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const body = await readBody(request)
    const one: ReceivedRequest = { method, url, headers, body, at: performance.now() }
    received.push(one)
    const { status = 200, headers: out = {}, body: said = {}, drop, hang } = answering(one, received.length)
    if (drop) return void request.socket.destroy()
    if (hang === 'all') return
    response.writeHead(status, { 'content-type': 'application/json', ...out })
    if (hang === 'body') return void response.write('{')
    return void response.end(typeof said === 'string' ? said : JSON.stringify(said))
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { origin: `http://127.0.0.1:${port}`, received, stop }
}
