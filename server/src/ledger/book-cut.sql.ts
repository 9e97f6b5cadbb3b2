import { firstIdAt } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'

/** What one journal changed in the book's sums about the issuer, in cents. */
export type RecentJournal = {
  readonly kind: string
  readonly effectiveAt: Date
  /** Change of the master account less what floats. */
  readonly masterCents: bigint
  /** Change of the float, with the part in flight. */
  readonly floatCents: bigint
  /** Change of what the cards may spend. */
  readonly cardsCents: bigint
}

/** The book's sums about the issuer at one instant, and the journals before it. */
export type BookCut = {
  readonly masterCents: bigint
  readonly floatCents: bigint
  readonly cardsCents: bigint
  /** The amounts in flight, one for each reference. */
  readonly inFlight: readonly bigint[]
  /** Journals that were written since `since`. */
  readonly recent: readonly RecentJournal[]
}

// One statement, so that all sums are of the same instant. Debits are negative, and the issuer's accounts are
// on the debit side.
const columns = `
    coalesce(sum(-amount) filter (where code <> 'card.available'), 0)::int8 as master,
    coalesce(sum(-amount) filter (where code in ('issuer.unallocated', 'issuer.in_flight')), 0)::int8 as float,
    coalesce(sum(amount) filter (where code = 'card.available'), 0)::int8 as cards`
const codes = `('issuer.unallocated', 'issuer.in_flight', 'issuer.allocated', 'card.floating', 'card.available')`
// The steps are materialized: policies hide from the planner how many rows there are, and it would read all postings of
// each account.
const cut = `
  with legs as materialized (
    select journal_id, account_id, amount from posting where journal_id >= $1
  ), changes as materialized (
    select p.journal_id, ${columns} from legs p join account a on a.id = p.account_id where a.code in ${codes}
    group by p.journal_id
  ), recent as (
    select j.kind, j.effective_at, c.master, c.float, c.cards from changes c join journal j on j.id = c.journal_id
  )
  select sums.*,
    array(select r.balance from ref_balance r join account a on a.id = r.account_id
      where a.code = 'issuer.in_flight' and r.balance <> 0) as "inFlight",
    (select coalesce(json_agg(json_build_object('kind', kind, 'effectiveAt', effective_at, 'master', master::text,
      'float', float::text, 'cards', cards::text)), '[]') from recent) as recent
  from (select ${columns.replaceAll('amount', 'balance')} from account where code in ${codes}) sums`

type Sums<Value> = { readonly master: Value; readonly float: Value; readonly cards: Value }
type Row = Sums<bigint> & {
  readonly inFlight: bigint[]
  readonly recent: readonly (Sums<string> & { readonly kind: string; readonly effectiveAt: string })[]
}

/** Reads the book in one statement, with the journals that were written since a real time. Scope: jobs. */
export const readBookCut = async (sql: Queries, since: Date): Promise<BookCut> => {
  const row = await sql.one<Row>(cut, [firstIdAt(since)])
  return {
    masterCents: row.master,
    floatCents: row.float,
    cardsCents: row.cards,
    inFlight: row.inFlight,
    recent: row.recent.map(({ kind, effectiveAt, master, float, cards }) => ({
      kind,
      effectiveAt: new Date(effectiveAt),
      masterCents: BigInt(master),
      floatCents: BigInt(float),
      cardsCents: BigInt(cards),
    })),
  }
}

/** What a card may spend by the book. */
export type CardInBook = {
  readonly cardId: string
  readonly availableCents: bigint
  /** Whether a journal of the card was written since `since`. */
  readonly hasChanged: boolean
}

const ofCards = `
  select cards.id as "cardId", coalesce(a.balance, 0)::int8 as "availableCents",
    exists (select from posting p where p.account_id = a.id and p.seq = a.seq and p.journal_id >= $2) as "hasChanged"
  from unnest($1::uuid[]) cards (id) left join account a on a.owner_id = cards.id and a.code = 'card.available'`

/** Reads cards in one statement, and whether they changed since a real time. Scope: jobs. */
export const readCardsInBook = (
  sql: Queries,
  { cardIds, since }: { cardIds: readonly string[]; since: Date },
): Promise<CardInBook[]> => sql.rows<CardInBook>(ofCards, [cardIds, firstIdAt(since)])
