import type { FastifyInstance } from 'fastify'
import type { Message, MessageStore } from './message-store.ts'
import { smtpFaultKinds, type SmtpFault, type SmtpFaults } from './smtp-faults.ts'

const outboxItem = ({ id, kind, to, from, subject, text, html, link, code, at }: Message) => ({
  id,
  kind,
  to,
  from,
  subject,
  text,
  ...(html === null ? {} : { html }),
  ...(link === null ? {} : { link }),
  ...(code === null ? {} : { code }),
  at,
})

const wrongFault = ({ kind, stage, times, value }: Partial<SmtpFault>): string | null => {
  const count = (each: number | undefined) => each === undefined || (Number.isInteger(each) && each > 0)
  if (!smtpFaultKinds.includes(kind!)) return `kind: one of ${smtpFaultKinds.join(', ')}`
  if (stage !== undefined && stage !== 'rcpt' && stage !== 'data') return 'stage: rcpt or data'
  return count(times) && count(value) ? null : 'times, value: whole numbers above 0'
}

/** The calls of `sandbox/mail/README.md` under `/_control`, protected by the control token. */
export const mountMailControl = (deps: {
  app: FastifyInstance
  messages: MessageStore
  faults: SmtpFaults
}): void => {
  const { app, messages, faults } = deps
  app.get<{ Querystring: { to?: string; kind?: string; limit?: string } }>(
    '/_control/outbox',
    async ({ query }, reply) => {
      const limit = Number(query.limit ?? 100)
      if (!Number.isInteger(limit) || limit < 1 || limit > 500) {
        return reply.code(400).send({ error: 'limit: a whole number from 1 to 500' })
      }
      return messages.list({ to: query.to, kind: query.kind, limit }).map(outboxItem)
    },
  )
  app.get('/_control/smtp-faults', async () => faults.list())
  app.post<{ Body: Omit<SmtpFault, 'id'> }>('/_control/smtp-faults', async ({ body }, reply) => {
    const wrong = wrongFault(body)
    return wrong ? reply.code(400).send({ error: wrong }) : faults.add(body)
  })
  app.delete('/_control/smtp-faults', async () => {
    faults.clear()
    return { cleared: true }
  })
  app.delete<{ Params: { id: string } }>('/_control/smtp-faults/:id', async ({ params }) => {
    faults.clear(params.id)
    return { cleared: true }
  })
}
