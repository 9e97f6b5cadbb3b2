import { getAuditEntry } from '@cardamom/contract/audit'
import { accepted, refused } from '../kernel/answer.ts'
import type { Encryption } from '../kernel/encryption.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import type { PlainValues } from '../kernel/recorded-change.ts'
import type { StepUpDescribers } from '../kernel/step-up-facts.ts'
import { auditRecords, createAuditList, createAuditRows, type AuditNames } from './audit.list.ts'
import { readBlockOfRow } from './chain.sql.ts'
import { openPersonal, readChangesOf, type ChangeFound } from './changes.sql.ts'

const textOf = (values: PlainValues | null, name: string): string | null => {
  const value = values?.[name] ?? null
  if (value === null) return null
  return typeof value === 'object' ? value.join(', ') : String(value)
}

type Values = { readonly before: PlainValues | null; readonly after: PlainValues | null }

const fieldsOf = ({ before, after }: Values, names: readonly string[]) =>
  names.map((name) => ({
    name,
    before: textOf(before, name),
    after: textOf(after, name),
    state: 'shown' as const,
  }))
const namesIn = ({ before, after }: Values): string[] => [
  ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]),
]

/** A change with its fields; personal values only for who may see them. */
const shownChange = async (
  sql: Queries,
  change: ChangeFound,
  { encryption, seesPersonal }: { encryption: Encryption; seesPersonal: boolean },
) => {
  const { entity, entityId, personalFields } = change
  const opened = seesPersonal ? await openPersonal(sql, encryption, change) : null
  const state = seesPersonal ? ('erased' as const) : ('hidden' as const)
  const personal = opened
    ? fieldsOf(opened, personalFields)
    : personalFields.map((name) => ({ name, before: null, after: null, state }))
  return { entity, entityId, fields: [...fieldsOf(change, namesIn(change)), ...personal] }
}

/** What the page needs of higher modules. */
type AuditNeeds = AuditNames & {
  /** Whether a change says nothing that the reader may not see. */
  readonly seesChange: (
    me: Pick<SessionPrincipal, 'companyId' | 'scope' | 'userId'>,
    change: Pick<ChangeFound, 'entity' | 'companyId' | 'userId'>,
  ) => boolean
}

/** The page of the audit. */
export const auditModule = (kernel: Kernel, { readNames, nameOfPerson, seesChange }: AuditNeeds) => {
  const { mount, encryption } = kernel
  const rowsOf = createAuditRows(readNames)
  mountList(kernel, createAuditList({ readNames, nameOfPerson }))

  mount(getAuditEntry, async ({ sql, params, me, concerns }) => {
    const record = await auditRecords(sql).where('audit.id', '=', params.id).executeTakeFirst()
    const [row] = record ? await rowsOf(sql, [record]) : []
    if (!row) return refused('record_not_found')
    const found = await readChangesOf(sql, params.id)
    const concerned = row.subjectId ?? found.find(({ personal }) => personal)?.userId ?? null
    if (concerned !== null) concerns(concerned)
    const seen = { encryption, seesPersonal: me.may('users.view_pii') }
    const changes = []
    for (const change of found) if (seesChange(me, change)) changes.push(await shownChange(sql, change, seen))
    return accepted({ ...row, changes, block: await readBlockOfRow(sql, params.id) })
  })
  const stepUps = { 'POST /audit/export': () => Promise.resolve({}) } satisfies Partial<StepUpDescribers>
  return { stepUps }
}
