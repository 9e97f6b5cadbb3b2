import type { securityEventKinds } from '@cardamom/contract/access/security'
import type { FastifyRequest } from 'fastify'
import { accepted } from '../kernel/answer.ts'
import { deviceOf, type EventSource } from '../identity/event-source.ts'
import { countryOf } from '../kernel/request-place.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import { languageOf } from '../kernel/language.ts'
import type { Language } from '../kernel/principal.ts'
import { profilingIdOf } from './profiling-cookies.ts'
import { countCap, idOfCursor, pageFrom } from '../kernel/keyset.ts'

export type SecurityEventKind = (typeof securityEventKinds)[number]

/** Where a call comes from, for the person to recognise; `host` is the one that it names, with its port. */
export type Caller = EventSource & {
  readonly host: string
  /** What their screen is in. */
  readonly lang: Language
  /** Id of the last profile of this browser, as it says: only who agreed to profiling has it passed on. */
  readonly profilingId?: string | null
}

export const callerOf = ({ request, address }: { request: FastifyRequest; address: string }): Caller => ({
  address,
  device: deviceOf(request),
  country: countryOf(request),
  host: request.host,
  lang: languageOf(request),
  profilingId: profilingIdOf(request),
})

/** What a job does comes from no browser. */
export const nobodysCaller: Caller = { address: '', device: '', country: null, host: '', lang: 'en' }

export type SecurityEvent = {
  readonly userId: string
  readonly companyId: string
  readonly kind: SecurityEventKind
  readonly facts?: Readonly<Record<string, string>>
  readonly caller: Caller
  readonly at: Date
}

const insert = `insert into security_event (id, company_id, user_id, kind, facts, device, address, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const list = `select id, kind, facts, device, address, at from security_event
  where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`
const countAll = `select count(*)::int as n from (select 1 from security_event where user_id = $1 limit $2) x`

/** Writes into a person's security log, with the transaction of what it tells. */
export const noteSecurity = async (sql: Queries, ids: Ids, event: SecurityEvent): Promise<void> => {
  const { userId, companyId, kind, facts = {}, caller, at } = event
  const told = [JSON.stringify(facts), caller.device, caller.address, at]
  await sql.run(insert, [ids.next(), companyId, userId, kind, ...told])
}

type Row = {
  id: string
  kind: string
  facts: Record<string, string>
  device: string
  address: string
  at: Date
}

/** One page of the log, newest first. */
export const listSecurityEventsOf = async (
  sql: Queries,
  { userId, limit, cursor }: { userId: string; limit: number; cursor: string | undefined },
) => {
  const filter = { list: 'security-events', userId }
  const after = idOfCursor(cursor, filter)
  if (!after.accepted) return after
  const rows = await sql.rows<Row>(list, [userId, after.value, limit + 1])
  const { n } = await sql.one<{ n: number }>(countAll, [userId, countCap + 1])
  return accepted(pageFrom(rows, { limit, filter, count: n }))
}
