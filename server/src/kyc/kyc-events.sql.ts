import type { Queries } from '../kernel/queries.ts'

export type KycEventRow = {
  readonly what: string
  readonly received_at: Date
  readonly changed: boolean | null
}

const insertEvent = `insert into kyc_event (id, provider, body_digest, what, provider_session_id, provider_attempt_id,
    case_id, company_id, user_id, body, received_at)
  select $1, $2, $3, $4, $5, $6, s.case_id, s.company_id, s.user_id, $7, $8
  from (select 1) one left join kyc_session s on s.provider = $2 and s.provider_session_id = $5
  on conflict (provider, body_digest) do nothing`
const sessionOfEvent = `select s.id from kyc_event e
  join kyc_session s on s.provider = e.provider and s.provider_session_id = e.provider_session_id where e.id = $1`
const settleEvent = `update kyc_event set changed = $2, case_id = coalesce(case_id, $3), company_id = coalesce(company_id, $4),
  user_id = coalesce(user_id, $5) where id = $1`
const eventsOfCase = `select what, received_at, changed from kyc_event where case_id = $1
  order by received_at desc, id desc limit 100`

/** Keeps a webhook. False when these very bytes were kept before. */
export const keepEvent = async (
  sql: Queries,
  kept: {
    id: string
    provider: string
    bodyDigest: Buffer
    what: string
    sessionId: string
    attemptId: string | null
    body: Buffer
    at: Date
  },
): Promise<boolean> => {
  const { id, provider, bodyDigest, what, sessionId, attemptId, body, at } = kept
  const values = [id, provider, bodyDigest, what, sessionId, attemptId, body, at]
  return (await sql.run(insertEvent, values)) === 1
}

/** Our session that an event is about; null while, or because, it is none of ours. */
export const findSessionOfEvent = async (sql: Queries, eventId: string): Promise<string | null> =>
  (await sql.maybe<{ id: string }>(sessionOfEvent, [eventId]))?.id ?? null

export const eventSettled = (
  sql: Queries,
  settled: {
    id: string
    changed: boolean
    of: { case_id: string; company_id: string; user_id: string } | null
  },
) =>
  sql.run(settleEvent, [
    settled.id,
    settled.changed,
    settled.of?.case_id ?? null,
    settled.of?.company_id ?? null,
    settled.of?.user_id ?? null,
  ])

export const listEvents = (sql: Queries, caseId: string) => sql.rows<KycEventRow>(eventsOfCase, [caseId])
