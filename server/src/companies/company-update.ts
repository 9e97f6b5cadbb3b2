import type { CompanyRecord } from '@cardamom/contract/companies/company-record'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { FieldValue, FieldValues } from '../kernel/recorded-change.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { mayDecide, recordOf, wireRecord, type CompanyFacts } from './company-record.ts'
import { changeRecord, lockRecord, readSeen, type CompanyLineRow } from './company-records.sql.ts'

export type ChangeCall = WriteTransaction & {
  readonly me: SessionPrincipal
  readonly params: { readonly id: string }
  readonly request: FastifyRequest
}
/** Fields to write. A field that is undefined stays as it is. */
export type CompanyChanges = {
  readonly [F in keyof Parameters<typeof changeRecord>[2]]?: Parameters<typeof changeRecord>[2][F] | undefined
}

/**
 * One change of a company: finds it in the caller's scope, compares `If-Match`, decides, writes what differs and
 * answers the record. A change of nothing writes nothing.
 */
export const createCompanyUpdate =
  ({ config }: Kernel, facts: CompanyFacts) =>
  async <Code extends string>(
    { sql, emit, recordChange, me, params: { id }, request }: ChangeCall,
    decide: (
      company: CompanyLineRow,
      of: { readonly isDecider: boolean },
    ) => Answer<CompanyChanges, Code> | Promise<Answer<CompanyChanges, Code>>,
  ): Promise<Answer<CompanyRecord, Code | 'record_not_found' | 'record_changed' | 'validation'>> => {
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    const company = await lockRecord(sql, id)
    if (!company) return refused('record_not_found')
    const present = () => recordOf(sql, id, { me, config, facts })
    if (company.version !== version) {
      return refused('record_changed', { data: wireRecord(await present()) })
    }
    const { parentId } = company
    const seen = parentId === null ? new Set<string>() : await readSeen(sql, [parentId])
    const decided = await decide(company, { isDecider: mayDecide(me, company, seen) })
    if (!decided.accepted) return decided
    const changes = differing(company, decided.value)
    if (Object.keys(changes).length > 0) {
      await changeRecord(sql, id, changes)
      const fields = Object.keys(changes)
      const [before, after] = [historyOf(company, fields), historyOf(changes, fields)]
      recordChange({ entity: 'company', entityId: id, companyId: id, before, after })
      emit({ type: 'company.changed', entityId: id, companyId: id, userId: null })
    }
    return accepted(await present())
  }

/** The changes whose value differs from the present one. */
const differing = (company: CompanyLineRow, changes: CompanyChanges) => {
  const now = company as unknown as Readonly<Record<string, unknown>>
  const changed = Object.entries(changes).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now[field]),
  )
  return Object.fromEntries(changed) as Parameters<typeof changeRecord>[2]
}

/** Fields that follow from another one: the colour. */
const derived: ReadonlySet<string> = new Set(['hue', 'chroma'])

/** Values as the history shows them: hours as text, and of a logo only which one it is. */
const historyOf = (values: object, fields: readonly string[]): FieldValues => {
  const shown = (field: string): FieldValue => {
    const value = (values as Readonly<Record<string, FieldValue | object>>)[field] ?? null
    if (field === 'logoUrl' && typeof value === 'string')
      return createHash('sha256').update(value).digest('hex').slice(0, 12)
    return field === 'supportHours' && value !== null ? JSON.stringify(value) : (value as FieldValue)
  }
  return Object.fromEntries(
    fields.filter((field) => !derived.has(field)).map((field) => [field, shown(field)]),
  )
}
