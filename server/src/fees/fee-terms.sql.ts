import { sql as fragment } from 'kysely'
import { termsChanged } from '../companies/company-terms.ts'
import type { Queries } from '../kernel/queries.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import type { Version } from './fee-followers.ts'
import { changedFees, instantsFrom, type FeesAt } from './fee-terms.ts'

const readFeesOfSubtree = (
  sql: Queries,
  { companyId, at }: { companyId: string | null; at: readonly Date[] },
): Promise<FeesAt[]> =>
  sql
    .selectFrom(fragment<FeesAt>`fees_of_subtree(${companyId}, ${at}::timestamptz[])`.as('fees'))
    .selectAll()
    .execute()

/** Changes schedules, and tells every company what that changes for it, with the values from its own level down alone. */
export const tellingFees = async <Written>(
  { sql, emit }: Pick<WriteTransaction, 'sql' | 'emit'>,
  of: { companyId: string | null; from: Date; near: readonly Version[]; setBy: string | null },
  write: () => Promise<Written>,
): Promise<Written> => {
  const { companyId, setBy } = of
  const at = instantsFrom(of.from, of.near)
  const before = await readFeesOfSubtree(sql, { companyId, at })
  const written = await write()
  const after = await readFeesOfSubtree(sql, { companyId, at })
  for (const { companyId: told, facts } of changedFees(before, after))
    for (const event of termsChanged(told, { subject: 'fees', setBy, facts })) emit(event)
  return written
}
