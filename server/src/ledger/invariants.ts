import { sql as fragment, type Expression } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { BookCut, RecentJournal } from './book-cut.sql.ts'
import type { Finding } from './checks.ts'
import { sumsOfLast, sumsOfSome } from './possible-sums.ts'

/** The master account at the card issuer, read at one instant, in cents. */
export type MasterFigures = { readonly availableCents: bigint; readonly unallocatedCents: bigint }

/** One asset on the chain: units on our addresses, as its contract counts them. */
export type ChainFigures = {
  readonly asset: string
  readonly contractUnits: bigint
  /** Contract units in one unit of the ledger: 10^(decimals − 8), at least 1. */
  readonly contractUnitsPerLedgerUnit: bigint
  /** The part below the ledger's unit, stored on the deposit rows. */
  readonly residueContractUnits: bigint | Expression<bigint>
  /**
   * Ledger units that the book has and the contract did not have yet at the block of `contractUnits`; below
   * zero where the contract had more. An expression is read in one statement with the book.
   */
  readonly laterUnits?: Expression<bigint>
}

export const differs = (figures: {
  check: string
  subject: string
  ours: bigint
  theirs: bigint
}): Finding[] =>
  figures.ours === figures.theirs
    ? []
    : [
        {
          check: figures.check,
          subject: figures.subject,
          detail: `the ledger says ${figures.ours}, they say ${figures.theirs}`,
        },
      ]

/** Journals of the card feed: the issuer's own events, in the issuer's own order. */
export const isOfFeed = ({ kind }: Pick<RecentJournal, 'kind'>): boolean => kind.startsWith('card.')
const byIssuerTime = (one: RecentJournal, other: RecentJournal) =>
  one.effectiveAt.getTime() - other.effectiveAt.getTime()

/**
 * Whether a figure of the issuer fits a sum of the book that was read later. The issuer's figure may be from
 * before the last recent events of cards, in the issuer's order, and before any other recent journal.
 * `more` are amounts that the issuer may have booked and the ledger has not.
 */
const fits = (of: {
  readonly figure: bigint
  readonly sum: bigint
  readonly book: BookCut
  readonly change: 'masterCents' | 'floatCents' | 'cardsCents'
  readonly more: readonly bigint[]
}): boolean => {
  const { figure, sum, book, change, more } = of
  const events = book.recent.filter(isOfFeed).toSorted(byIssuerTime)
  const others = book.recent.filter((each) => !isOfFeed(each))
  const sums = sumsOfSome([...others.map((each) => -each[change]), ...more])
  return sumsOfLast(events.map((each) => each[change])).some((last) => sums.has(figure - (sum - last)))
}

/** The checks of the master account. */
export const masterChecks = ['R2', 'R3', 'R4'] as const
export type MasterCheck = (typeof masterChecks)[number]

/** One reading of the master account, and of the book after it. */
export type MasterCut = {
  readonly issuer: MasterFigures
  readonly book: BookCut
  /** Σ of what the issuer has on cards less what the book has, by the last comparison of each card. */
  readonly cardsDifferenceCents: bigint
}

/**
 * R2: the issuer's own figures agree: Σ available credit = available − unallocated. The sum of the cards is
 * the book's, with the differences that R1 found.
 */
const fitsCards = ({ issuer, book, cardsDifferenceCents }: MasterCut): boolean => {
  const figure = issuer.availableCents - issuer.unallocatedCents
  const sum = book.cardsCents + cardsDifferenceCents
  return fits({ figure, sum, book, change: 'cardsCents', more: book.inFlight })
}

/** R3: the issuer's unallocated figure is our float with the part in flight, less what it has put on cards. */
const fitsFloat = ({ issuer, book }: MasterCut): boolean =>
  fits({
    figure: issuer.unallocatedCents,
    sum: book.floatCents,
    book,
    change: 'floatCents',
    more: book.inFlight.map((cents) => -cents),
  })

/** R4: the issuer's available balance is the master account less what floats. */
const fitsMaster = ({ issuer, book }: MasterCut): boolean =>
  fits({ figure: issuer.availableCents, sum: book.masterCents, book, change: 'masterCents', more: [] })

const inFlightOf = ({ inFlight }: BookCut) => inFlight.reduce((sum, cents) => sum + cents, 0n)
const withRecent = ({ recent }: BookCut) =>
  recent.length === 0 ? '' : `, also without the last of ${recent.length} recent journals`

/** The finding of each of these checks that a cut does not satisfy (money §5). */
export const checkMasterCut = (cut: MasterCut, checks: readonly MasterCheck[]): Finding[] => {
  const { issuer, book, cardsDifferenceCents } = cut
  const flight = inFlightOf(book)
  const after = withRecent(book)
  const cards = book.cardsCents + cardsDifferenceCents
  const rules = {
    R2: {
      fits: fitsCards,
      subject: 'issuer',
      detail: `the cards have ${cards} and ${flight} in flight${after}, the master account says ${
        issuer.availableCents - issuer.unallocatedCents
      }`,
    },
    R3: {
      fits: fitsFloat,
      subject: 'issuer.unallocated',
      detail: `they say ${issuer.unallocatedCents}, the ledger ${book.floatCents - flight} and ${flight} in flight${after}`,
    },
    R4: {
      fits: fitsMaster,
      subject: 'master balance',
      detail: `the ledger says ${book.masterCents}${after}, they say ${issuer.availableCents}`,
    },
  }
  return checks.flatMap((check) => {
    const { fits: doesFit, subject, detail } = rules[check]
    return doesFit(cut) ? [] : [{ check, subject, detail }]
  })
}

/**
 * R1 for one card: whether the issuer's available credit is the book's, below zero too. `open` are credits
 * without an outcome, which the issuer may have made.
 */
export const cardFits = (of: { theirs: bigint; ours: bigint; open: readonly bigint[] }): boolean =>
  sumsOfSome(of.open).has(of.theirs - of.ours)

/** What is at the venue is on its addresses, not on ours. */
const onChainCodes = ['crypto.deposits', 'crypto.treasury', 'crypto.payout', 'crypto.gas']
const cryptoCodes = [...onChainCodes, 'crypto.venue']
const owedCodes = ['deposit.unapplied', 'suspense', 'payout.in_flight', 'fx.units']

const naturalUnits = (sql: Queries, codes: readonly string[], asset: string) => {
  const accounts = sql.selectFrom('account').where('code', '=', anyOf(codes)).where('asset', '=', asset)
  const natural = fragment<bigint>`coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8`
  return fragment<bigint>`(${accounts.select(natural.as('natural'))})`
}

/** R7: per asset, units on our addresses = units in the book plus residues, and every unit has an owner. */
export const checkChain = async (sql: Queries, chain: ChainFigures): Promise<Finding[]> => {
  const { asset, laterUnits = fragment<bigint>`0` } = chain
  const { held, onChain, owed, later, residue } = await sql
    .selectNoFrom([
      naturalUnits(sql, onChainCodes, asset).as('onChain'),
      naturalUnits(sql, cryptoCodes, asset).as('held'),
      naturalUnits(sql, owedCodes, asset).as('owed'),
      fragment<bigint>`(${laterUnits})::int8`.as('later'),
      fragment<bigint>`(${chain.residueContractUnits})::int8`.as('residue'),
    ])
    .executeTakeFirstOrThrow()
  const ours = (onChain - later) * chain.contractUnitsPerLedgerUnit + residue
  return [
    ...differs({ check: 'R7', subject: asset, ours, theirs: chain.contractUnits }),
    ...differs({ check: 'R7', subject: `${asset}: owed and own`, ours: held, theirs: owed }),
  ]
}
