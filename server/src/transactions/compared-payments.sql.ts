import type { Queries } from '../kernel/queries.ts'

/**
 * Our events of payments, for a comparison with those of the issuer in one statement. A fee counts with the clearing that charges
 * it.
 */
export const ourEvents = `select e.issuer_event_id as event_id, e.type, e.amount_cents, e.occurred_at, p.company_id, p.card_id,
    p.issuer_transaction_id as transaction_id,
    (select coalesce(sum((f ->> 'amount')::numeric * 100), 0)::int8 from jsonb_array_elements(e.fees) f) as fee_cents
  from payment_event e join card_transaction p on p.id = e.payment_id`

/** A payment that a person has to look at. */
export type OddPayment = {
  readonly id: string
  readonly transactionId: string
  readonly companyId: string
  readonly cardId: string
  readonly amountCents: bigint
  readonly at: Date
}

type PageOf<Span> = Span & { readonly after: string; readonly limit: number }

/** Payments whose hold was authorised before an instant and is open, a page by their ids. Scope: jobs. */
export const listStaleHolds = (sql: Queries, of: PageOf<{ readonly before: Date }>): Promise<OddPayment[]> =>
  sql.rows<OddPayment>(
    `select id, coalesce(issuer_transaction_id, '') as "transactionId", company_id as "companyId", card_id as "cardId",
       held_cents as "amountCents", coalesce(authorised_at, at) as at
     from card_transaction
     where status = 'floating' and coalesce(authorised_at, at) < $1 and id > coalesce(nullif($2, '')::uuid, '00000000-0000-0000-0000-000000000000')
     order by id limit $3`,
    [of.before, of.after, of.limit],
  )

/** Payments that were cleared without an authorisation and found in a span, a page by the ids of the breaks. Scope: jobs. */
export const listUnauthorisedClearings = (
  sql: Queries,
  of: PageOf<{ readonly from: Date; readonly until: Date }>,
): Promise<OddPayment[]> =>
  sql.rows<OddPayment>(
    `select b.id, b.issuer_transaction_id as "transactionId", p.company_id as "companyId", p.card_id as "cardId",
       b.amount_cents as "amountCents", b.at
     from payment_break b join card_transaction p on p.id = b.payment_id
     where b.class = 'clearing_without_authorisation' and b.at >= $1 and b.at < $2
       and b.id > coalesce(nullif($3, '')::uuid, '00000000-0000-0000-0000-000000000000')
       and not exists (select from payment_event e where e.payment_id = p.id and e.type = 'authorisation')
     order by b.id limit $4`,
    [of.from, of.until, of.after, of.limit],
  )
