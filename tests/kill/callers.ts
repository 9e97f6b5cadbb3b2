import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionCookie, type Person } from '../simulation/people.ts'
import type { AcknowledgedCall } from '../simulation/run-state.ts'
import type { SeededRandom } from '../simulation/seeded.ts'

export type SignedIn = Person & { readonly token: string; readonly cookie: string }
export type Call = Pick<AcknowledgedCall, 'key' | 'path' | 'body'> & { readonly person: SignedIn }
type Answer = { readonly status: number; readonly text: string; readonly isReplayed: boolean }
export type LoadAnswer = { readonly id: string; readonly address: string; readonly due: string }

export type Callers = {
  /** Calls made, retries of keys without an answer, and refusals by their code. */
  readonly counts: { calls: number; again: number; refused: Record<string, number> }
  readonly acknowledged: (AcknowledgedCall & { readonly person: SignedIn })[]
  /** Makes this many calls a second from now on, as far as answers come. */
  readonly pace: (perSecond: number) => void
  /** Stops new calls; resolves when each open call has its answer. */
  readonly finish: () => Promise<void>
  /**
   * Repeats every acknowledged call; returns those whose answer is not the same bytes, marked as a replay.
   */
  readonly changedAnswers: () => Promise<string[]>
}

const mostAtOnce = 64
const pauseMs = 250
const replaysAtOnce = 8
/** Answers that mean: retry under the same key. */
const isNoAnswer = ({ status, text }: Answer) =>
  status >= 500 || status === 429 || text.includes('idempotency_in_flight')

/** One request without a retry. Null means no answer. */
const createCall = (port: number): ((call: Call) => Promise<Answer | null>) => {
  const agent = new Agent({ keepAlive: true, maxSockets: mostAtOnce })
  const headersOf = ({ person, key }: Call) => ({
    host: 'localhost:4000',
    authorization: `Bearer ${person.token}`,
    cookie: `${sessionCookie}=${person.cookie}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  })
  return (call) =>
    new Promise((done) => {
      const path = `/api${call.path}`
      const options = { agent, port, host: '127.0.0.1', path, method: 'POST', timeout: 15_000 }
      const sent = request({ ...options, headers: headersOf(call) }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('error', () => done(null))
        answer.on('end', () => {
          const isReplayed = answer.headers['idempotent-replayed'] === 'true'
          done(answer.complete ? { status: answer.statusCode ?? 0, text, isReplayed } : null)
        })
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => done(null))
      sent.end(JSON.stringify(call.body))
    })
}

/** A person who loads, or one of the few who only pause and resume their card. */
const chooseCall = ({ people, random }: { people: readonly SignedIn[]; random: SeededRandom }): Call => {
  const key = random.bytes(12).toString('hex')
  const [pauser, ...loaders] = people
  if (pauser && random.chance(0.1)) {
    const path = `/cards/${pauser.cardId}/${random.pick(['pause', 'resume'])}`
    return { person: pauser, key, path, body: {} }
  }
  const person = random.pick(loaders)
  const wanted = { cardId: person.cardId, amount: '10.00', asset: 'USDC', network: 'ethereum' }
  return { person, key, path: '/loads', body: { ...wanted, speed: random.pick(['regular', 'immediate']) } }
}

/** People who make money calls without a pause, and retry under the same key until they have an answer. */
export const createCallers = (of: {
  port: number
  people: readonly SignedIn[]
  random: SeededRandom
  /** Whether the person will pay the load. */
  pays: (load: LoadAnswer) => boolean
}): Callers => {
  const request = createCall(of.port)
  const acknowledged: Callers['acknowledged'] = []
  const counts: Callers['counts'] = { calls: 0, again: 0, refused: {} }
  const open = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const answerOf = async (call: Call): Promise<Answer> => {
    counts.calls += 1
    let answer = await request(call)
    while (answer === null || isNoAnswer(answer)) {
      await pause(pauseMs)
      counts.again += 1
      answer = await request(call)
    }
    return answer
  }
  /**
   * The number of open quotes per person is limited, so a quote that will not be paid is cancelled before the
   * next.
   */
  const payOrCancel = async ({ person, key }: Call, load: LoadAnswer): Promise<void> => {
    if (of.pays(load)) return
    await answerOf({ person, key: `${key}-cancel`, path: `/loads/${load.id}/cancel`, body: {} })
  }
  const callUntilAnswered = async (call: Call): Promise<void> => {
    const { status, text } = await answerOf(call)
    if (status < 300) {
      acknowledged.push({ ...call, status, text })
      if (call.path === '/loads') await payOrCancel(call, (JSON.parse(text) as { data: LoadAnswer }).data)
      return
    }
    const { code } = JSON.parse(text) as { code: string }
    counts.refused[code] = (counts.refused[code] ?? 0) + 1
  }
  const changed = async (known: Callers['acknowledged'][number]): Promise<string[]> => {
    const again = await request(known)
    const isSame = again?.status === known.status && again.text === known.text && again.isReplayed
    return isSame ? [] : [`${known.path} ${known.key}: ${again?.status} ${again?.text}`]
  }
  return {
    counts,
    acknowledged,
    pace: (perSecond) => {
      clearInterval(timer)
      timer = setInterval(() => {
        if (open.size >= mostAtOnce) return
        const running: Promise<void> = callUntilAnswered(chooseCall(of)).finally(() => open.delete(running))
        open.add(running)
      }, 1000 / perSecond)
    },
    finish: async () => {
      clearInterval(timer)
      await Promise.all(open)
    },
    changedAnswers: async () => {
      const left = [...acknowledged]
      const found: string[] = []
      const work = async () => {
        for (let known = left.pop(); known; known = left.pop()) found.push(...(await changed(known)))
      }
      await Promise.all(Array.from({ length: replaysAtOnce }, work))
      return found
    },
  }
}
