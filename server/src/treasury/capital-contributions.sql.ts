import type { Queries } from '../kernel/queries.ts'

/** Capital that was proposed, with its confirmation if there is one. */
export type CapitalContribution = {
  readonly id: string
  readonly companyId: string
  readonly amountCents: bigint
  readonly note: string
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly confirmedAt: Date | null
}

export const insertContribution = async (
  sql: Queries,
  { id, companyId, amountCents, note, proposedBy, proposedAt }: Omit<CapitalContribution, 'confirmedAt'>,
): Promise<void> => {
  const values = { id, companyId, amountCents, note, proposedBy, proposedAt }
  await sql.insertInto('capitalContribution').values(values).execute()
}

export const capitalContributions = (sql: Queries) =>
  sql
    .selectFrom('capitalContribution')
    .select(['id', 'companyId', 'amountCents', 'note', 'proposedBy', 'proposedAt', 'confirmedAt'])

export const findContribution = async (sql: Queries, id: string): Promise<CapitalContribution | null> =>
  (await capitalContributions(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** A contribution in the form of the wire. */
export const contributionView = ({
  id,
  amountCents,
  note,
  proposedAt,
  confirmedAt,
}: CapitalContribution) => ({
  id,
  amount: amountCents,
  note,
  proposedAt,
  confirmedAt,
})
