import { fork } from 'node:child_process'
import { join } from 'node:path'

/** The credentials of a session: bearer token, and the cookie with its name. */
export type SignedIn = { readonly token: string; readonly cookie: string }

/** A call that can be made once: by this person, with the grant of its step-up. */
export type CallerRequest = { readonly person: SignedIn; readonly body: string; readonly stepUp: string }

/**
 * The work of the callers for a number of seconds; each makes one call at a time on its own connection. With
 * `bodies`, each call sends a random one with a new Idempotency-Key; with `requests`, the next of them, and the run ends
 * early when all were sent. Without both the call is a GET.
 */
export type CallerRun = {
  readonly port: number
  readonly seconds: number
  readonly connections: number
  readonly path: string
  readonly people: readonly SignedIn[]
  readonly bodies?: readonly string[]
  readonly requests?: readonly CallerRequest[]
}

export type CallerResult = {
  readonly calls: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time per call in the callers' own process, in microseconds. */
  readonly callerUs: number
  /** Answers other than 2xx, by status. */
  readonly refused: Readonly<Record<string, number>>
  /** Keys that were answered with 2xx. */
  readonly keys: readonly string[]
}

/** Runs the callers in a separate process, so that the server's process does not do their work. */
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
