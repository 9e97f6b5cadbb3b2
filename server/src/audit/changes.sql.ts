import type { Encryption } from '../kernel/encryption.ts'
import type { RowInsert } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import type { PlainValues, RecordedChange } from '../kernel/recorded-change.ts'
import { findPersonCipher, personCipher } from './audit-keys.sql.ts'

type PersonalValues = NonNullable<RecordedChange['personal']>

const contextOf = (auditId: string, number: number) => `audit_change:${auditId}:${number}`
const fieldsOf = ({ before, after }: PersonalValues): string[] => Object.keys(after ?? before ?? {})
const text = (values: PlainValues | null): string | null => values && JSON.stringify(values)

const columnsOf = (auditId: string, index: number, change: RecordedChange) => {
  const { entity, entityId, companyId, userId, before, after } = change
  const about = { entity, entityId, companyId, userId }
  return { auditId, number: index + 1, ...about, before: text(before), after: text(after) }
}

/** The changes of an audit row as rows of a plan. */
export const changeRows = (auditId: string, changes: readonly RecordedChange[]): RowInsert[] =>
  changes.map((change, index) => {
    if (change.personal) throw new Error('A plan cannot record personal data')
    return { table: 'auditChange', row: columnsOf(auditId, index, change) }
  })

/** Writes the changes of an audit row in its transaction. */
export const insertChanges = async (
  sql: Queries,
  encryption: Encryption | undefined,
  { auditId, changes }: { auditId: string; changes: readonly RecordedChange[] },
): Promise<void> => {
  for (const [index, change] of changes.entries()) {
    const row = columnsOf(auditId, index, change)
    const { personal, userId } = change
    if (!personal || userId === null) {
      await sql.insertInto('auditChange').values(row).execute()
      continue
    }
    if (!encryption) throw new Error('Personal data is recorded without encryption')
    const cipher = await personCipher(sql, encryption, userId)
    const plain = Buffer.from(JSON.stringify(personal))
    const encrypted = cipher.encrypt(plain, contextOf(auditId, row.number))
    const values = { ...row, personalFields: fieldsOf(personal), personal: encrypted }
    await sql.insertInto('auditChange').values(values).execute()
  }
}

/** A change of one object, with its audit row. */
export type ChangeFound = {
  readonly auditId: string
  readonly number: number
  readonly at: Date
  readonly action: string
  readonly actorKind: 'anonymous' | 'session' | 'api_key' | 'job'
  readonly actorId: string | null
  readonly impersonatorId: string | null
  readonly entity: string
  readonly entityId: string
  readonly companyId: string | null
  readonly userId: string | null
  readonly before: PlainValues | null
  readonly after: PlainValues | null
  /** Names of the fields with personal data that changed. `openPersonal` decrypts their values. */
  readonly personalFields: readonly string[]
  readonly personal: Buffer | null
}

const changesWithRows = (sql: Queries) =>
  sql
    .selectFrom('auditChange as change')
    .innerJoin('audit', 'audit.id', 'change.auditId')
    .select(['change.auditId', 'change.number', 'audit.at', 'audit.action', 'audit.actorKind'])
    .select(['audit.actorId', 'audit.impersonatorId', 'change.entity', 'change.entityId'])
    .select(['change.companyId', 'change.userId'])
    .select(['change.before', 'change.after', 'change.personalFields', 'change.personal'])

/**
 * The history of one object, newest first: what changed, when and by whom. A module adds the names of the actors.
 * `before` is the `auditId` of the last change of the page before.
 */
export const readChanges = async (
  sql: Queries,
  of: { entity: string; entityId: string; limit: number; before?: string },
): Promise<ChangeFound[]> => {
  const query = changesWithRows(sql)
    .where('change.entityId', '=', of.entityId)
    .where('change.entity', '=', of.entity)
    .orderBy('change.auditId', 'desc')
    .orderBy('change.number')
    .limit(of.limit)
  const rows = await (
    of.before === undefined ? query : query.where('change.auditId', '<', of.before)
  ).execute()
  return rows as ChangeFound[]
}

/** The changes of one audit row. */
export const readChangesOf = async (sql: Queries, auditId: string): Promise<ChangeFound[]> => {
  const rows = await changesWithRows(sql)
    .where('change.auditId', '=', auditId)
    .orderBy('change.number')
    .execute()
  return rows as ChangeFound[]
}

/** Decrypts the personal values of a change; null: it has none, or the person's key was erased. */
export const openPersonal = async (
  sql: Queries,
  encryption: Encryption,
  { auditId, number, userId, personal }: ChangeFound,
): Promise<PersonalValues | null> => {
  if (!personal || userId === null) return null
  const cipher = await findPersonCipher(sql, encryption, userId)
  if (!cipher) return null
  return JSON.parse(cipher.decrypt(personal, contextOf(auditId, number)).toString()) as PersonalValues
}
