import type { Queries } from '../kernel/queries.ts'

/** A credit of a card that the issuer may have made or not. */
export type UnansweredCredit = {
  readonly id: string
  readonly companyId: string
  readonly issuerCardId: string
  readonly amountCents: bigint
  readonly sentAt: Date
}

/** Credits that were sent before an instant and whose outcome is unknown, a page by their ids. Scope: jobs. */
export const listUnansweredCredits = (
  sql: Queries,
  of: { readonly before: Date; readonly after: string; readonly limit: number },
): Promise<UnansweredCredit[]> =>
  sql.rows<UnansweredCredit>(
    `select id, company_id as "companyId", issuer_card_id as "issuerCardId", amount_cents as "amountCents",
       coalesce(sent_at, started_at) as "sentAt"
     from issuer_transfer
     where status in ('sent', 'review') and coalesce(sent_at, started_at) < $1
       and id > coalesce(nullif($2, '')::uuid, '00000000-0000-0000-0000-000000000000')
     order by id limit $3`,
    [of.before, of.after, of.limit],
  )
