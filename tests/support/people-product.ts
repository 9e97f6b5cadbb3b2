import { createAudit } from '../../server/src/audit/audit.sql.ts'
import { accessModule, createEndSessions } from '../../server/src/access/access.routes.ts'
import { createAuthenticate } from '../../server/src/access/authenticate.ts'
import { createCheckStepUp } from '../../server/src/access/check-step-up.ts'
import { companiesModule } from '../../server/src/companies/companies.routes.ts'
import { createThrottles } from '../../server/src/identity/throttles.sql.ts'
import { identityModule } from '../../server/src/identity/users.routes.ts'
import { createClock } from '../../server/src/kernel/clock.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { createHttpServer } from '../../server/src/kernel/http-server.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { createJobs, writeWith } from '../../server/src/kernel/jobs.ts'
import { createLive } from '../../server/src/kernel/live.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createMetrics } from '../../server/src/kernel/metrics.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { createMount } from '../../server/src/kernel/mount.ts'
import { createOutbox } from '../../server/src/kernel/outbox.ts'
import { createRateLimits } from '../../server/src/kernel/rate-limit.ts'
import { createSeal, masterKeyService } from '../../server/src/kernel/seal.ts'
import { createMessageOf } from '../../server/src/kernel/text.ts'
import { createMailer } from '../../server/src/providers/mail/mailer.ts'
import { createSmtpMail } from '../../server/src/providers/mail/smtp-mail.ts'
import { lookCode, takeCode } from '../../server/src/sellers/codes.sql.ts'
import { sellersModule } from '../../server/src/sellers/sellers.routes.ts'
import { termsModule } from '../../server/src/terms/terms.routes.ts'
import { createTestDatabase } from './test-database.ts'
import { startTestMailbox } from './test-mailbox.ts'

const key = Buffer.alloc(32, 7).toString('base64')

const settingsOf = (urls: { smtpUrl: string; appUrl: string; ownerUrl: string }): NodeJS.ProcessEnv => ({
  DATABASE_URL: urls.ownerUrl,
  DATABASE_APP_URL: urls.appUrl,
  SMTP_URL: urls.smtpUrl,
  SEAL_KEY: key,
  LEDGER_SEAL_KEY: key,
  LOG_LEVEL: 'silent',
  KYC_URL: 'http://127.0.0.1:4020',
  KYC_API_KEY: 'k',
  KYC_SHARED_SECRET: 'shared-secret',
  ISSUER_URL: 'http://127.0.0.1:4030',
  ISSUER_API_KEY: 'k',
  ISSUER_WEBHOOK_KEY: 'k',
  EVM_RPC_URL: 'http://127.0.0.1:4040',
  EVM_CHAIN: '{}',
  MAILBOX_PUBLIC_URL: 'http://127.0.0.1:4050',
})

/** People, sessions and companies on a database and a mailbox of their own; time is real time plus what a test adds. */
export const createPeopleProduct = async () => {
  const database = await createTestDatabase()
  const mailbox = await startTestMailbox()
  const config = readConfig(settingsOf({ ...database, smtpUrl: mailbox.smtpUrl }))
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const { db } = database
  let addedMs = 0
  const realMs = () => Date.now() + addedMs
  const clock = createClock(realMs)
  const ids = createIds(realMs)
  const outbox = createOutbox({ ids, clock })
  const write = writeWith({ db, outbox })
  const apply: Kernel['apply'] = async () => {
    throw new Error('No money moves here')
  }
  const jobs = createJobs({ db, outbox, clock, log, apply, workers: 1 })
  const live = createLive({
    db,
    listenUrl: database.appUrl,
    log,
    realNow: clock.realNow,
    onJob: () => undefined,
  })
  const messageOf = createMessageOf()
  const app = await createHttpServer({
    ...{ config, clock, ids, log, messageOf },
    metrics: createMetrics(),
    webDir: null,
  })
  const seal = createSeal(masterKeyService(Buffer.from(key, 'base64')), Buffer.from(key, 'base64'))
  const audit = createAudit({ ids, clock, db })
  const mount = createMount({
    ...{ app, db, clock, messageOf, write, apply },
    auditRow: audit.auditRow,
    insertAudit: audit.insertAudit,
    rateLimits: createRateLimits(clock.realNow, false),
    authenticate: createAuthenticate({ db, clock, ids, config, write, audit }),
    checkStepUp: createCheckStepUp({ db, clock }),
  })
  const kernel: Kernel = {
    ...{ app, config, db, clock, ids, log, mount, jobs, live, apply, seal, write, messageOf },
  }
  const throttles = createThrottles({ db, clock, seal, config })
  const port = createSmtpMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM })
  const mailer = createMailer({ ids, seal, log, messageOf, jobs, port })
  companiesModule(kernel, { version: '0.0.0-test', demoAccounts: [], demoPassword: 'demo' })
  termsModule(kernel)
  identityModule(kernel, {
    mailer,
    throttles,
    codes: { look: lookCode, take: takeCode },
    endSessions: createEndSessions({ clock }),
  })
  accessModule(kernel, { audit, throttles })
  sellersModule(kernel)
  return {
    kernel,
    mailbox,
    mailer,
    database,
    /** Real and business time go on together. */
    wait: (ms: number) => {
      addedMs += ms
    },
    drain: () => jobs.drain(),
    stop: async () => {
      await live.stop()
      await app.close()
      port.close()
      await mailbox.stop()
      await database.drop()
    },
  }
}

export type PeopleProduct = Awaited<ReturnType<typeof createPeopleProduct>>
