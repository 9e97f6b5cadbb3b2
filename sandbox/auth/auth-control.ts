import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addAction, findAction } from './actions.ts'
import { authenticatorJson, enrolled } from './authenticators.ts'
import { fieldsOf } from './fields.ts'
import { fullSendings, liftLimits, lockouts } from './limits.ts'
import type { Outbox } from './outbox.ts'
import type { Parts } from './parts.ts'
import { invalidRequest } from './refusal.ts'
import { trackToken } from './tokens.ts'
import { needUser } from './users.ts'

const methodOfSending = {
  'email-otp': 'EMAIL_OTP',
  'magic-link': 'EMAIL_MAGIC_LINK',
  sms: 'SMS',
} as const

const instant = (ms: number): string | null => (ms > 0 ? new Date(ms).toISOString() : null)

/** Calls for tests and tools, in addition to those of every embedded service (README "Control plane"). */
export const mountAuthControl = (app: FastifyInstance, deps: { parts: Parts; outbox: Outbox }): void => {
  const { parts, outbox } = deps
  app.get('/_control/outbox', async ({ query }) => outbox.list(fieldsOf(query).text('to')))
  app.post('/_control/tokens', async (request) => {
    const body = fieldsOf(request.body)
    const userId = body.needText('userId', 100)
    const ref = {
      userId,
      actionCode: body.text('action', 100) ?? 'control',
      idempotencyKey: body.text('idempotencyKey', 100) ?? randomUUID(),
    }
    needUser(parts, userId)
    if (!findAction(parts, ref)) {
      addAction(parts, ref, enrolled(parts, userId).length > 0 ? 'CHALLENGE_REQUIRED' : 'ALLOW')
    }
    const lifetimeSeconds = body.number('lifetimeSeconds') ?? 600
    return { ...ref, token: await trackToken(parts, ref, { scope: body.text('scope'), lifetimeSeconds }) }
  })
  app.get('/_control/lockouts', async ({ query }) => {
    const subject = fieldsOf(query).text('userId', 100) ?? null
    return [
      ...lockouts(parts, subject).map((row) => ({
        subject: row.subject,
        method: row.method,
        counted: 'wrong-codes',
        failures: row.failures,
        lockedUntil: instant(row.locked_until_ms),
        times: row.times,
      })),
      ...fullSendings(parts, subject).map((full) => ({
        subject: full.subject,
        method: methodOfSending[full.kind],
        counted: 'messages',
        failures: full.sent,
        lockedUntil: instant(full.fullUntilMs),
        times: 0,
      })),
    ]
  })
  app.post('/_control/unlock', async (request) => {
    const body = fieldsOf(request.body)
    const subject = body.text('userId', 100) ?? body.needText('to', 254)
    return { lifted: liftLimits(parts, subject, body.text('method')) }
  })
  app.get('/_control/users', async () =>
    parts.db.all<{ id: string }>('select id from user order by created_at desc').map(({ id }) => ({
      userId: id,
      authenticators: enrolled(parts, id).map((row) => authenticatorJson(parts, row)),
    })),
  )
  app.post('/_control/webhooks', async (request) => {
    const { url } = (request.body ?? {}) as { url?: unknown }
    if (url !== null && (typeof url !== 'string' || !URL.canParse(url))) {
      throw invalidRequest('url must be an address, or null.')
    }
    parts.db.run(`delete from setting where name = 'webhook_url'`)
    if (url !== null) parts.db.run(`insert into setting values ('webhook_url', ?)`, url)
    return { url }
  })
}
