import type { FileReader } from '../kernel/list-source.ts'
import type { Queries } from '../kernel/queries.ts'
import { companyRows, readCompanies, readCompany } from './companies.sql.ts'
import { houseId, type Company } from './company.ts'

/** The operator (0), or the tier of a company. */
type Level = 0 | 1 | 2 | 3 | 4

type Reader = Pick<FileReader['me'], 'companyId' | 'scope'>

export const levelOf = (tier: number): Level => {
  if (tier === 1 || tier === 2 || tier === 3 || tier === 4) return tier
  throw new Error('A company has a tier from 1 to 4')
}

/** The level of a reader: 0 for the operator's staff, else the tier of their company. */
export const readLevel = async (sql: Queries, me: Reader): Promise<Level> => {
  if (me.scope.kind === 'all' || me.companyId === houseId) return 0
  return levelOf((await readCompany(sql, me.companyId)).tier)
}

/** A company that the reader sees; null: it does not exist or belongs to others. `sql` is in the reader's scope. */
export const readSeenCompany = async (sql: Queries, id: string): Promise<Company | null> => {
  const seen = await companyRows(sql).where('id', '=', id).executeTakeFirst()
  return seen === undefined ? null : ((await readCompanies(sql, [id]))[0] ?? null)
}

/**
 * The company whose fees a reader may set, and from which level down: the reader's own, or the company's for the
 * operator's staff. Null: it is not theirs.
 */
export const readSetter = async (
  sql: Queries,
  { me, companyId }: { me: Reader; companyId: string },
): Promise<{ readonly company: Company; readonly level: Level } | null> => {
  const company = await readSeenCompany(sql, companyId)
  if (!company) return null
  const level = await readLevel(sql, me)
  if (level === 0) return { company, level: levelOf(company.tier) }
  return company.path.includes(me.companyId) ? { company, level } : null
}

/** The company that a question is about; null: the platform, which only the operator's staff may read. */
export const readSubject = async (
  sql: Queries,
  { me, companyId }: { me: Reader; companyId?: string | undefined },
) => {
  const level = await readLevel(sql, me)
  if (companyId === undefined && level === 0) return { level, company: null }
  const company = await readSeenCompany(sql, companyId ?? me.companyId)
  return company && { level, company }
}
