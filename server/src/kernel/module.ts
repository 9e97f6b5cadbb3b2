import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Downloads } from './downloads.ts'
import type { Ids } from './ids.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import type { Mount } from './mount.ts'
import type { ApplyPlan } from './plan.ts'
import type { MessageOf } from './reply.ts'
import type { Encryption } from './encryption.ts'
import type { WebPage } from './web-page.ts'
import type { writeWith } from './write-transaction.ts'

/**
 * What every module may use. A module exports one function `<noun>Module(kernel, …)` in `<nouns>.routes.ts`,
 * with the lower modules and providers that it needs as further parameters. The function mounts the module's
 * calls and registers its jobs. It returns `stepUps`, the descriptions of its operations with a step-up, and
 * `gauges`, its figures for `/metrics`, if it has them. `product-modules.ts` calls the modules in rank order.
 */
export type Kernel = {
  readonly app: FastifyInstance
  readonly config: Config
  readonly db: Database
  /** The database as the role that appends signed blocks. */
  readonly signerDb: Database
  /** The database as the role that changes facts of the ledger's accounts. */
  readonly accountsDb: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly mount: Mount
  /** The HTML page; modules add the facts for its first paint. */
  readonly page: WebPage
  readonly jobs: Jobs
  readonly live: Live
  readonly apply: ApplyPlan
  readonly encryption: Encryption
  /** Files that a browser fetches over a one-time address; modules add theirs. */
  readonly downloads: Downloads
  /** One transaction in a scope, with its events and jobs, and the audit row of what it records. */
  readonly write: ReturnType<typeof writeWith>
  /** Text of the message catalogue: `refusals.wrong_credentials`, `mail.verify.subject`. */
  readonly messageOf: MessageOf
}
