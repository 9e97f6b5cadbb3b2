import { fork } from 'node:child_process'
import { join } from 'node:path'

/** What a session of the product opens with: bearer token, and the cookie with its name. */
export type SignedIn = { readonly token: string; readonly cookie: string }

/**
 * What the callers do for a number of seconds, each with one call at a time on a connection of its own. `bodies`: each
 * call takes one at random and sends it with a new Idempotency-Key; without them the call is a GET.
 */
export type CallerRun = {
  readonly port: number
  readonly seconds: number
  readonly connections: number
  readonly path: string
  readonly people: readonly SignedIn[]
  readonly bodies?: readonly string[]
}

export type CallerResult = {
  readonly calls: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time that a call took in the callers' own process, in microseconds. */
  readonly callerUs: number
  /** Answers other than 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>
  /** Keys that were answered with 2xx. */
  readonly keys: readonly string[]
}

/** Runs the callers in a process of their own, so that their work is not the server's. */
export const runCallers = (run: CallerRun): Promise<CallerResult> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'caller-process.ts'), { execArgv: [] })
    child.once('message', (result) => resolve(result as CallerResult))
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`The callers ended with ${code}`))
    })
    child.send(run)
  })
