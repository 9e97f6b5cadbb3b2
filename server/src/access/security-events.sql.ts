import type { securityEventKinds } from '@cardamom/contract/access/security'
import type { FastifyRequest } from 'fastify'
import type { EventSource } from '../identity/event-source.ts'
import { countryOf, deviceOf } from '../kernel/request-location.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import { languageOf } from '../kernel/language.ts'
import type { Language } from '../kernel/principal.ts'
import { profilingIdOf } from './profiling-cookies.ts'

export type SecurityEventKind = (typeof securityEventKinds)[number]

/** The origin of a call, for the person to recognise; `host` is the requested host with its port. */
export type Caller = EventSource & {
  readonly host: string
  /** Language of their screen. */
  readonly lang: Language
  /**
   * Id of this browser's last profile, as the browser says. It is passed on only after consent to profiling.
   */
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

/** The origin of a job: no browser. */
export const unknownCaller: Caller = { address: '', device: '', country: null, host: '', lang: 'en' }

export type SecurityEvent = {
  readonly userId: string
  readonly companyId: string
  readonly kind: SecurityEventKind
  readonly facts?: Readonly<Record<string, string>>
  readonly caller: Caller
  readonly at: Date
}

/** Writes into a person's security log, in the transaction of the change. */
export const recordSecurityEvent = async (sql: Queries, ids: Ids, event: SecurityEvent): Promise<void> => {
  const { userId, companyId, kind, facts = {}, caller, at } = event
  const { device, address } = caller
  await sql
    .insertInto('securityEvent')
    .values({ id: ids.next(), companyId, userId, kind, facts, device, address, at })
    .execute()
}
