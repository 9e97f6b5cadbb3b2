import type { FastifyInstance } from 'fastify'
import { notFound } from './refusal.ts'
import { isDecisionStatus } from './reason-codes.ts'
import type { TargetKind } from './session-store.ts'
import { decideByHand, type HandDecision, type Parts } from './settling.ts'

type Targets = { url?: string | null; eventUrl?: string | null; decisionUrl?: string | null }

/** Control calls of this service only: its sessions, manual decisions, and the address of webhooks. */
export const mountKycControl = (app: FastifyInstance, parts: Parts, publicUrl: string): void => {
  const { records } = parts
  app.get('/_control/sessions', async () =>
    records.sessions().map((session) => ({
      id: session.id,
      url: `${publicUrl}/v/${session.token}`,
      status: session.status,
      vendorData: session.vendorData,
      person: session.person,
      document: session.document,
      attempts: records.attempts(session.id).map(({ id, status }) => ({ id, status })),
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
    })),
  )
  app.post<{ Params: { id: string }; Body: HandDecision }>(
    '/_control/sessions/:id/decide',
    async (request, reply) => {
      const session = records.session(request.params.id)
      if (!session) return reply.code(404).send(notFound('The session').body())
      if (!isDecisionStatus(request.body.status)) {
        return reply.code(400).send({ error: 'status is none of the decision statuses' })
      }
      return decideByHand(parts, session, request.body)
    },
  )
  app.post<{ Body: Targets }>('/_control/webhooks', async ({ body }) => {
    const set = (kind: TargetKind, url: string | null | undefined) => {
      if (url !== undefined) records.putTarget(kind, url)
    }
    set('event', body.eventUrl ?? body.url)
    set('decision', body.decisionUrl ?? body.url)
    return { eventUrl: records.target('event'), decisionUrl: records.target('decision') }
  })
}
