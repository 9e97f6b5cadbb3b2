import type { TestAnswer, TestBrowser } from '../support/test-browser.ts'
import type { Administrator, CompanyAdministrator, Fund } from './company-tree.ts'
import { signIn, type Person } from './people.ts'
import type { SeededRandom } from './seeded.ts'
import type { World } from './world.ts'
import type { TokenTransfer } from './chain-blocks.ts'

/** Who is signed in. */
export type Caller = Pick<Person, 'userId' | 'companyId'>

/** A load that was acknowledged, and the payments to it so far. */
export type QuotedLoad = {
  readonly id: string
  /** Of a deposit of a company: its administrator. */
  readonly person: Caller
  readonly path: '/loads' | '/coin-deposits'
  readonly address: string
  readonly asset: string
  /** In the contract's own units. */
  readonly dueUnits: bigint
  paidUnits: bigint
}

/** An answer that was returned under a key: it must never change. */
export type AcknowledgedCall = {
  readonly person: Caller
  readonly key: string
  readonly path: string
  readonly body: object
  readonly status: number
  readonly text: string
}

/** The state of a run: what people have, did and were answered. */
export type RunState = {
  readonly world: World
  readonly random: SeededRandom
  readonly people: readonly Person[]
  /** Companies whose wallets are used; the tree has many more. */
  readonly companies: readonly string[]
  readonly funds: readonly Fund[]
  /** The first requests, the second approves. */
  readonly administrators: readonly [Administrator, Administrator]
  readonly companyAdministrators: readonly CompanyAdministrator[]
  /** The largest allowance that each company ever had. */
  readonly allowances: Map<string, bigint>
  readonly loads: QuotedLoad[]
  readonly payments: { readonly id: string; readonly person: Person }[]
  readonly acknowledged: AcknowledgedCall[]
  /** Transactions that a reorganisation returned to the queue of the chain. */
  waitingTransfers: readonly TokenTransfer[]
  /** The steps of the run, one line each; the same seed has the same lines. */
  readonly steps: string[]
  /** Answers that no caller may ever get. */
  readonly complaints: string[]
}

/** Shorter than the shortest idle time of a session, that of administrators. */
const rememberedMs = 10 * 60_000
const sessions = new WeakMap<World, Map<string, { browser: TestBrowser; product: object; atMs: number }>>()

const browserOf = async ({ world }: RunState, person: Caller): Promise<TestBrowser> => {
  const known = sessions.get(world) ?? new Map()
  sessions.set(world, known)
  const found = known.get(person.userId)
  const nowMs = world.time.nowMs()
  if (found && found.product === world.product() && nowMs - found.atMs < rememberedMs) {
    found.atMs = nowMs
    return found.browser
  }
  const browser = await signIn(world, person)
  known.set(person.userId, { browser, product: world.product(), atMs: nowMs })
  return browser
}

/** A person whose company changed signs in again. */
export const forgetSession = ({ world }: RunState, { userId }: Caller): void => {
  sessions.get(world)?.delete(userId)
}

/** One call by a person to the whole server. An answer 500 is recorded as a finding. */
export const call = async <T = unknown>(
  run: RunState,
  person: Caller,
  sent: {
    method: 'GET' | 'POST'
    path: string
    body?: object
    key?: string
    stepUp?: string
    /** The version of the record that a change is based on. */
    version?: number
  },
): Promise<TestAnswer<T>> => {
  const browser = await browserOf(run, person)
  const answer = await browser.send<T>(sent.method, sent.path, {
    ...(sent.body === undefined ? {} : { body: sent.body }),
    headers: {
      ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }),
      ...(sent.stepUp === undefined ? {} : { 'step-up': sent.stepUp }),
      ...(sent.version === undefined ? {} : { 'if-match': String(sent.version) }),
    },
  })
  if (answer.status === 500 || (answer.status === 401 && answer.body.code !== 'step_up_required')) {
    run.complaints.push(`${sent.method} ${sent.path} answered ${answer.status} ${answer.text}`)
  }
  return answer
}

export const newKey = ({ random }: RunState): string => random.bytes(12).toString('hex')
