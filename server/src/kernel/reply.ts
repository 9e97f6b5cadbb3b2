import type { Endpoint } from '@cardamom/contract/endpoint'
import type { FastifyReply } from 'fastify'
import type { RefusedAnswer } from './answer.ts'
import type { Language } from './principal.ts'

/** Text of a message code in a language, with its facts filled in. */
export type MessageOf = (lang: Language, code: string, facts?: Readonly<Record<string, unknown>>) => string

/** Refusals that any call may answer because `mount` makes them (api §3). */
const statusOfEveryCall: Readonly<Record<string, number>> = {
  unauthenticated: 401,
  permission_denied: 403,
  unauthorized_access: 403,
  impersonation_ended: 403,
  impersonation_read_only: 403,
  terms_not_accepted: 403,
  step_up_required: 403,
  factor_required: 403,
  record_not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  idempotency_in_flight: 409,
  validation: 422,
  locked: 423,
  rate_limited: 429,
  unavailable: 503,
  area_closed: 503,
  storage_unavailable: 503,
}

/** The exact sentence in both languages: clients compare it (product §4, api §3). */
const unauthenticatedMessage = 'User Is Unauthenticated'

type RefusalParts = {
  reply: FastifyReply
  refusal: RefusedAnswer
  declared: Pick<Endpoint, 'refusals'>
  lang: Language
  messageOf: MessageOf
  requestId: string
}

const fieldTexts = (parts: RefusalParts): Record<string, string[]> | undefined => {
  const { refusal, lang, messageOf } = parts
  const issues = refusal.data['errors'] as Record<string, string[]> | undefined
  if (refusal.code === 'validation' && issues) {
    return Object.fromEntries(
      Object.entries(issues).map(([field, codes]) => [
        field,
        codes.map((code) => messageOf(lang, `fields.${code}`)),
      ]),
    )
  }
  return refusal.field
    ? { [refusal.field]: [messageOf(lang, `refusals.${refusal.code}`, refusal.data)] }
    : undefined
}

export const sendRefusal = (parts: RefusalParts): FastifyReply => {
  const { reply, refusal, declared, lang, messageOf, requestId } = parts
  const status = declared.refusals[refusal.code] ?? statusOfEveryCall[refusal.code]
  if (!status) throw new Error(`The call does not declare the refusal ${refusal.code}`)
  const retryAfter = refusal.data['retryAfterSeconds']
  if (typeof retryAfter === 'number') void reply.header('retry-after', retryAfter)
  const errors = fieldTexts(parts)
  const { errors: _issues, ...data } = refusal.data
  const message =
    refusal.code === 'unauthenticated'
      ? unauthenticatedMessage
      : messageOf(lang, `refusals.${refusal.code}`, refusal.data)
  return reply.code(status).send({
    success: false,
    code: refusal.code,
    message,
    ...(Object.keys(data).length > 0 ? { data } : {}),
    ...(errors ? { errors } : {}),
    requestId,
  })
}

export const sendAnswer = (reply: FastifyReply, answer: { status: number; body: string }): FastifyReply =>
  reply.code(answer.status).header('content-type', 'application/json; charset=utf-8').send(answer.body)
