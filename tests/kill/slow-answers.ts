import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SlowAnswers = {
  readonly url: string
  /** Answers that are held back now. */
  readonly held: () => number
  /** Ends the delay: from now on no answer is held back. */
  readonly hurry: () => void
  readonly stop: () => Promise<void>
}

/**
 * A proxy before a service. It holds back the answers of calls that `isSlow` names, after their effect. A
 * kill then often finds the effect done and the answer not yet arrived.
 */
export const startSlowAnswers = async (of: {
  url: string
  delayMs: number
  isSlow: (method: string, path: string) => boolean
}): Promise<SlowAnswers> => {
  const { hostname, port } = new URL(of.url)
  let slowMs = of.delayMs
  let held = 0
  const server = createServer((incoming, answer) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const delayMs = of.isSlow(method, path) ? slowMs : 0
    // The caller may be gone by then; the call continues without it, as over a network.
    const inner = request({ hostname, port, method, path, headers }, (told) => {
      held += delayMs > 0 ? 1 : 0
      setTimeout(() => {
        held -= delayMs > 0 ? 1 : 0
        told.pipe(answer.writeHead(told.statusCode ?? 502, told.headers))
      }, delayMs)
    })
    inner.on('error', () => answer.destroy())
    answer.on('error', () => undefined)
    incoming.pipe(inner)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    hurry: () => {
      slowMs = 0
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
