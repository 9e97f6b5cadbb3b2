import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from './shared-postgres.ts'

type GateEffect = 'drop' | 'pass' | { readonly reply: object }

/** What happens to a request whose body has a text: its connection is closed before or after its effect. */
export type GateRule = {
  readonly body: string
  readonly when: 'before' | 'after'
  /** Runs at that moment; `drop` closes the connection, a `reply` is the answer of the gate. */
  readonly run: (body: string) => GateEffect | Promise<GateEffect>
  /** How often it applies. */
  readonly times?: number
}

const readAll = async (from: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of from as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

/** A gate before an outside service, at which single requests are lost, or something happens at their moment. */
export const startGate = async (target: string) => {
  const port = await freePort()
  const bodies: string[] = []
  let rules: { rule: GateRule; left: number }[] = []

  const strike = async (body: string, when: GateRule['when']): Promise<GateEffect> => {
    const found = rules.find(({ rule, left }) => left > 0 && rule.when === when && body.includes(rule.body))
    if (!found) return 'pass'
    found.left -= 1
    return found.rule.run(body)
  }
  const forward = (of: IncomingMessage, body: Buffer, path: string) =>
    new Promise<{ status: number; text: Buffer }>((done, failed) => {
      const ofConnection = new Set(['host', 'content-length', 'connection'])
      const passed = Object.entries(of.headers).filter(([name]) => !ofConnection.has(name))
      const headers = Object.fromEntries(passed)
      const call = request(new URL(path, target), { method: of.method ?? 'POST', headers }, (answer) => {
        const read = async () => done({ status: answer.statusCode ?? 500, text: await readAll(answer) })
        read().catch(failed)
      })
      call.on('error', failed)
      call.end(body)
    })
  const serve = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const body = await readAll(incoming)
    const text = body.toString()
    bodies.push(text)
    const before = await strike(text, 'before')
    if (before === 'drop') return incoming.socket.destroy()
    const isAnswered = typeof before === 'object'
    const reply = isAnswered
      ? { status: 200, text: JSON.stringify(before.reply) }
      : await forward(incoming, body, incoming.url ?? '/')
    if ((await strike(text, 'after')) === 'drop') return incoming.socket.destroy()
    answer.writeHead(reply.status, { 'content-type': 'application/json' })
    return answer.end(reply.text)
  }
  const server = createServer((incoming, answer) => {
    serve(incoming, answer).catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${port}`,
    /** All bodies that came, in their order. */
    bodies,
    add: (rule: GateRule) => void rules.push({ rule, left: rule.times ?? 1 }),
    clear: () => void (rules = []),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export type Gate = Awaited<ReturnType<typeof startGate>>
