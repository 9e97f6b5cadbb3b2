import { formatCents } from '@cardamom/contract/money'
import { sql as fragment } from 'kysely'
import { changeOf, termsChanged } from '../companies/company-terms.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { readSetting } from '../settings/settings.sql.ts'
import type { PayinCategory } from './limits.sql.ts'

type Tell = Pick<WriteTransaction, 'sql' | 'emit'>
type CompanyLimits = { readonly companyId: string; readonly text: string }
type Terms = { readonly setBy: string | null } & (
  | { readonly subject: 'payin'; readonly category: PayinCategory }
  | { readonly subject: 'emergency' }
)

const grouping = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
const dollars = (cents: bigint): string => `$${grouping.format(formatCents(cents) as `${number}`)}`

const readLimitsOfSubtree = async (
  sql: Queries,
  { companyId, category }: { companyId: string | null; category: PayinCategory },
): Promise<CompanyLimits[]> => {
  const rows = await sql
    .selectFrom(
      fragment<
        { companyId: string } & Record<'minCents' | 'maxCents' | 'dailyCents', bigint>
      >`limits_of_subtree(${companyId}, ${category})`.as('limits'),
    )
    .selectAll()
    .execute()
  return rows.map((row) => ({
    companyId: row.companyId,
    text: [row.minCents, row.maxCents, row.dailyCents].map(dollars).join(' / '),
  }))
}

const readEmergencyOfSubtree = async (sql: Queries, companyId: string): Promise<CompanyLimits[]> => {
  const ofPlatform = await readSetting(sql, 'maximumEmergencyLoad')
  const rows = await sql
    .selectFrom(
      fragment<{
        companyId: string
        maximumCents: bigint | null
      }>`emergency_maximums_of_subtree(${companyId})`.as('maximums'),
    )
    .selectAll()
    .execute()
  return rows.map((row) => ({ companyId: row.companyId, text: dollars(row.maximumCents ?? ofPlatform) }))
}

const tell = (
  { emit }: Pick<Tell, 'emit'>,
  { setBy, ...terms }: Terms,
  { companyId, before, after }: Record<'companyId' | 'before' | 'after', string>,
): void => {
  const change = changeOf(before, after)
  if (change === null) return
  const { subject } = terms
  const facts = { change, ...(subject === 'payin' ? { category: terms.category } : {}) }
  for (const event of termsChanged(companyId, { subject, setBy, facts })) emit(event)
}

/** Writes a change, and tells every company whose values it changes what they were and what they become. */
const telling = async <Written>(
  tx: Tell,
  { read, ...terms }: Terms & { readonly read: () => Promise<CompanyLimits[]> },
  write: () => Promise<Written>,
): Promise<Written> => {
  const before = new Map((await read()).map(({ companyId, text }) => [companyId, text]))
  const written = await write()
  for (const { companyId, text } of await read())
    tell(tx, terms, { companyId, before: before.get(companyId) ?? text, after: text })
  return written
}

/** Changes limits of a category for a company and those below it, or for all. */
export const tellingLimits = <Written>(
  tx: Tell,
  of: { companyId: string | null; category: PayinCategory; setBy: string | null },
  write: () => Promise<Written>,
): Promise<Written> =>
  telling(tx, { ...of, subject: 'payin', read: () => readLimitsOfSubtree(tx.sql, of) }, write)

/** Changes the maximum emergency load of a company and those below it; only the operator does. */
export const tellingEmergency = <Written>(
  tx: Tell,
  companyId: string,
  write: () => Promise<Written>,
): Promise<Written> => {
  const read = () => readEmergencyOfSubtree(tx.sql, companyId)
  return telling(tx, { subject: 'emergency', setBy: null, read }, write)
}

/**
 * Tells a company its new balance allowance, which counts for the company alone. `isRefused`: the ledger did not set it,
 * because the wallet uses more.
 */
export const tellAllowance = (
  { emit }: Pick<Tell, 'emit'>,
  of: { companyId: string; setBy: string | null; beforeCents: bigint; afterCents: bigint; isRefused?: true },
): void => {
  const { companyId, setBy } = of
  const change = changeOf(dollars(of.beforeCents), dollars(of.afterCents))
  if (change === null) return
  const facts = { change, ...(of.isRefused ? { status: 'refused' } : {}) }
  for (const event of termsChanged(companyId, { subject: 'allowance', setBy, facts })) emit(event)
}
