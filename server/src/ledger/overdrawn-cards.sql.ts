import type { Queries } from '../kernel/queries.ts'

/** A card whose balance in the book is below its floor. */
export type OverdrawnCard = {
  readonly cardId: string
  readonly companyId: string
  readonly balanceCents: bigint
}

/** Cards below 0, a page by their ids: those that once passed their floor, and have not been filled since. Scope: jobs. */
export const listOverdrawnCards = (
  sql: Queries,
  of: { readonly after: string; readonly limit: number },
): Promise<OverdrawnCard[]> =>
  sql.rows<OverdrawnCard>(
    `select a.owner_id as "cardId", a.company_id as "companyId", a.balance as "balanceCents"
     from (select distinct account_id from ledger_break where class = 'overdrawn_card') b join account a on a.id = b.account_id
     where a.balance < 0 and a.owner_id > coalesce(nullif($1, '')::uuid, '00000000-0000-0000-0000-000000000000')
     order by a.owner_id limit $2`,
    [of.after, of.limit],
  )
