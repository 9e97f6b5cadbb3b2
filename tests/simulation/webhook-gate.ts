import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { webhookProblems } from '../../sandbox/issuer/contract.ts'

export type WebhookGate = {
  readonly port: number
  /** The receiver of delivered webhooks. */
  readonly lead: (app: FastifyInstance) => void
  /** Differences of the webhooks so far from the issuer's documentation. */
  readonly problems: () => readonly string[]
  /** Delivers all waiting webhooks, also those that arrive meanwhile; returns how many there were. */
  readonly openWhile: (run: () => Promise<unknown>) => Promise<number>
  readonly stop: () => Promise<void>
}

/**
 * The address to which the issuer sends its webhooks. They wait here until the driver delivers them, so that
 * they never race with the jobs of a run and the same seed has the same steps.
 */
export const openWebhookGate = async (): Promise<WebhookGate> => {
  let target: FastifyInstance | null = null
  let isOpen = false
  let passed = 0
  let waiting: (() => void)[] = []
  const problems: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (!isOpen) await new Promise<void>((done) => waiting.push(done))
    passed += 1
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    problems.push(...webhookProblems({ headers: request.headers, body }))
    const answer = await target?.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: request.headers,
      payload: Buffer.concat(chunks),
    })
    response.writeHead(answer?.statusCode ?? 503).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    lead: (app) => {
      target = app
    },
    problems: () => problems,
    openWhile: async (run) => {
      const before = passed
      isOpen = true
      for (const pass of waiting) pass()
      waiting = []
      await run()
      isOpen = false
      return passed - before
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
