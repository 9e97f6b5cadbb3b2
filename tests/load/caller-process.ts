import { connect, type Socket } from 'node:net'
import type { CallerResult, CallerRun, SignedIn } from './callers.ts'

/**
 * Callers use plain sockets, because a client library would use more of the processor than the measured code.
 */

const headEnd = '\r\n\r\n'

/** Waits for one complete answer on an open connection; returns its status. */
const answerOn = (socket: Socket): ((request: string) => Promise<number>) => {
  let received = ''
  let done: ((status: number) => void) | null = null
  let failed: ((error: Error) => void) | null = null
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf(headEnd)
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1]
    if (length === undefined) {
      failed?.(new Error(`No length: ${received.slice(0, 300)}`))
      return
    }
    if (received.length < head + headEnd.length + Number(length)) return
    const status = Number(received.slice(9, 12))
    if (status >= 500) process.stderr.write(`${received.slice(head)}\n`)
    received = ''
    done?.(status)
  })
  const gone = () => failed?.(new Error('The server closed the connection'))
  socket.on('error', gone)
  socket.on('close', gone)
  return (request) =>
    new Promise((resolve, reject) => {
      done = resolve
      failed = reject
      socket.write(request)
    })
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })

const headersOf = ({ token, cookie }: SignedIn): string =>
  `host: localhost:4000\r\nauthorization: Bearer ${token}\r\ncookie: ${cookie}\r\n`

const runAll = async (run: CallerRun): Promise<CallerResult> => {
  const { port, seconds, connections, path, people, bodies, requests } = run
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  const keys: string[] = []
  const mark = `${process.pid}-${Date.now().toString(36)}`
  let made = 0
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)))
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  const caller = async (socket: Socket, index: number) => {
    const send = answerOn(socket)
    const ofPerson = people[index % people.length]
    const whose = ofPerson ? headersOf(ofPerson) : ''
    const read = `GET ${path} HTTP/1.1\r\n${whose}\r\n`
    const post = (headers: string) => `POST ${path} HTTP/1.1\r\n${headers}content-type: application/json\r\n`
    for (;;) {
      const startedMs = performance.now()
      if (startedMs - startedAt > seconds * 1000) return
      const key = `load-${mark}-${(made += 1)}`
      const once = requests?.[made - 1]
      if (requests && !once) return
      const body = once?.body ?? bodies?.[Math.floor(Math.random() * bodies.length)]
      const headers = once ? `${headersOf(once.person)}step-up: ${once.stepUp}\r\n` : whose
      const request =
        body === undefined
          ? read
          : `${post(headers)}idempotency-key: ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      const status = await send(request)
      latencies.push(performance.now() - startedMs)
      if (status >= 300) refused[status] = (refused[status] ?? 0) + 1
      else if (body !== undefined) keys.push(key)
    }
  }
  await Promise.all(sockets.map(caller))
  const elapsedMs = performance.now() - startedAt
  const used = process.cpuUsage(usedBefore)
  for (const socket of sockets) socket.destroy()
  latencies.sort((left, right) => left - right)
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
  const perSecond = (latencies.length * 1000) / elapsedMs
  const callerUs = Math.round((used.user + used.system) / Math.max(1, latencies.length))
  return { calls: latencies.length, perSecond, p50Ms: at(0.5), p99Ms: at(0.99), callerUs, refused, keys }
}

process.once('message', (run) => {
  void runAll(run as CallerRun).then((result) =>
    process.send?.(result, () => {
      process.exit(0)
    }),
  )
})
