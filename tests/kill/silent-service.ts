import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Chooses requests by their method and path. */
export type RequestRule = (method: string, path: string) => boolean

export type SilentService = {
  readonly url: string
  /**
   * From now on, these requests are accepted and not answered. Waiting requests that the rule does not name
   * continue.
   */
  readonly silence: (rule: RequestRule) => void
  /** Ends the silence. Waiting requests have their effect now, also those whose callers are gone. */
  readonly continue: () => void
  /** The requests whose callers wait now, as `METHOD path`. */
  readonly waiting: () => readonly string[]
  /** How many callers have stopped waiting for their answer. */
  readonly abandoned: () => number
  readonly stop: () => Promise<void>
}

type Waiting = {
  readonly method: string
  readonly path: string
  readonly forward: () => void
  readonly hasCaller: () => boolean
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A proxy before a service. It can stop in the middle of its work like a frozen process, and continue later. */
export const startSilentService = async (url: string): Promise<SilentService> => {
  const { hostname, port } = new URL(url)
  let rule: RequestRule = () => false
  let waiting: Waiting[] = []
  let abandoned = 0

  const forwarding = (incoming: IncomingMessage, answer: ServerResponse, body: Buffer) => () => {
    const { method, url: path, headers } = incoming
    const inner = request({ hostname, port, method, path, headers }, (told) => {
      told.pipe(answer.writeHead(told.statusCode ?? 502, told.headers))
    })
    inner.on('error', () => answer.destroy())
    inner.end(body)
  }
  const serve = async (incoming: IncomingMessage, answer: ServerResponse) => {
    answer.on('error', () => undefined)
    const { method = 'GET', url: path = '/' } = incoming
    const body = await bodyOf(incoming)
    const forward = forwarding(incoming, answer, body)
    if (!rule(method, path)) return forward()
    answer.on('close', () => (abandoned += answer.writableEnded ? 0 : 1))
    waiting.push({ method, path, forward, hasCaller: () => !answer.closed })
  }
  const silence = (next: RequestRule) => {
    rule = next
    const free = waiting.filter(({ method, path }) => !rule(method, path))
    waiting = waiting.filter((each) => !free.includes(each))
    for (const { forward } of free) forward()
  }
  const server = createServer(
    (incoming, answer) => void serve(incoming, answer).catch(() => answer.destroy()),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence,
    continue: () => silence(() => false),
    waiting: () =>
      waiting.filter(({ hasCaller }) => hasCaller()).map(({ method, path }) => `${method} ${path}`),
    abandoned: () => abandoned,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
