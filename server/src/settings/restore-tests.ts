import { z } from 'zod'
import type { Queries } from '../kernel/queries.ts'

/** What a verified restore says about itself. */
const RestoreFacts = z.object({ backupAt: z.coerce.date(), restoredAt: z.coerce.date() })
type RestoreFacts = z.output<typeof RestoreFacts>

/** One word that the operator copies: the facts and their signature by the key of the ledger. */
export const makeReceipt = (restored: RestoreFacts, sign: (bytes: Uint8Array) => Buffer): string => {
  const facts = Buffer.from(JSON.stringify(restored))
  return `${facts.toString('base64url')}.${sign(facts).toString('base64url')}`
}

/** The facts of a receipt; null: another key signed it, or it was changed. */
export const readReceipt = (
  receipt: string,
  isSigned: (bytes: Uint8Array, signature: Uint8Array) => boolean,
): RestoreFacts | null => {
  const [facts = '', signature = ''] = receipt.split('.')
  const bytes = Buffer.from(facts, 'base64url')
  if (!isSigned(bytes, Buffer.from(signature, 'base64url'))) return null
  return RestoreFacts.parse(JSON.parse(bytes.toString()))
}

/** False: the receipt was recorded before, and nothing changes. */
export const insertRestoreTest = async (
  sql: Queries,
  test: RestoreFacts & { readonly receipt: string; readonly recordedAt: Date },
): Promise<boolean> => {
  const inserted = await sql
    .insertInto('restoreTest')
    .values(test)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** When a backup was last restored as a test; null: never. */
export const readLastRestoreTest = async (sql: Queries): Promise<Date | null> => {
  const last = await sql
    .selectFrom('restoreTest')
    .select('restoredAt')
    .orderBy('restoredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.restoredAt ?? null
}
