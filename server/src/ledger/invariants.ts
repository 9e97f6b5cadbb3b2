import { sql as fragment, type NotNull } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { Finding } from './checks.ts'
import { readNatural } from './operator-balances.ts'

/** The card issuer's figures at the cut-off, in cents. */
export type IssuerFigures = {
  readonly cards: readonly { readonly cardId: string; readonly availableCreditCents: bigint }[]
  readonly availableBalanceCents: bigint
  readonly availableToAllocateCents: bigint
}

/** The issuer's day: its opening and closing available balance. */
export type IssuerPeriod = {
  readonly from: Date
  readonly to: Date
  readonly openingCents: bigint
  readonly closingCents: bigint
}

/** One asset on the chain: units on our addresses, as its contract counts them. */
export type ChainFigures = {
  readonly asset: string
  readonly contractUnits: bigint
  /** Contract units in one unit of the ledger: 10^(decimals − 8), at least 1. */
  readonly contractUnitsPerLedgerUnit: bigint
  /** The part below the ledger's unit, stored on the deposit rows. */
  readonly residueContractUnits: bigint
}

const masterCodes = ['issuer.unallocated', 'issuer.in_flight', 'issuer.allocated']

/** Postings to these accounts in a period, credit less debit, in cents. */
const readPosted = async (
  sql: Queries,
  { from, to }: IssuerPeriod,
  codes: readonly string[],
): Promise<bigint> => {
  const posted = sql
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .select(fragment<bigint>`coalesce(sum(posting.amount), 0)::int8`.as('sum'))
    .where('account.code', '=', anyOf(codes))
    .where('posting.effectiveAt', '>=', from)
    .where('posting.effectiveAt', '<', to)
  return (await posted.executeTakeFirstOrThrow()).sum
}

const natural = (sql: Queries, codes: readonly string[], asset: string | null = null): Promise<bigint> =>
  readNatural(sql, { codes, asset })

const differs = (figures: { check: string; subject: string; ours: bigint; theirs: bigint }): Finding[] =>
  figures.ours === figures.theirs
    ? []
    : [
        {
          check: figures.check,
          subject: figures.subject,
          detail: `the ledger says ${figures.ours}, they say ${figures.theirs}`,
        },
      ]

/**
 * R1: each card's available balance equals the issuer's available credit, also below zero. A card that one
 * side does not know counts as 0.
 */
export const checkCards = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => {
  const cards = sql.selectFrom('account').select(['ownerId', 'balance']).where('code', '=', 'card.available')
  const rows = await cards.$narrowType<{ ownerId: NotNull }>().execute()
  const ours = new Map(rows.map(({ ownerId, balance }) => [ownerId, balance]))
  const theirs = new Map(issuer.cards.map((card) => [card.cardId, card.availableCreditCents]))
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((subject) =>
    differs({ check: 'R1', subject, ours: ours.get(subject) ?? 0n, theirs: theirs.get(subject) ?? 0n }),
  )
}

/** R2: the issuer's own figures agree: Σ available credit = available − unallocated. */
export const checkIssuerSum = (issuer: IssuerFigures): Finding[] =>
  differs({
    check: 'R2',
    subject: 'issuer',
    ours: issuer.cards.reduce((sum, card) => sum + card.availableCreditCents, 0n),
    theirs: issuer.availableBalanceCents - issuer.availableToAllocateCents,
  })

/** R3: the issuer's unallocated figure is our float, or higher by at most the amount in flight. */
export const checkFloat = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => {
  const float = await natural(sql, ['issuer.unallocated'])
  const inFlight = await natural(sql, ['issuer.in_flight'])
  const theirs = issuer.availableToAllocateCents
  if (theirs >= float && theirs <= float + inFlight) return []
  const detail = `they say ${theirs}, the ledger ${float} and ${inFlight} in flight`
  return [{ check: 'R3', subject: 'issuer.unallocated', detail }]
}

/** R4: the issuer's available balance is the master account less what floats. */
export const checkMaster = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => {
  const master = await natural(sql, masterCodes)
  const floating = await natural(sql, ['card.floating'])
  const theirs = issuer.availableBalanceCents
  return differs({ check: 'R4', subject: 'master balance', ours: master - floating, theirs })
}

/** R4 over a period: opening + fundings − fees − ΔS − ΔF = closing, by our journals of the period. */
export const checkMasterPeriod = async (sql: Queries, period: IssuerPeriod): Promise<Finding[]> => {
  const master = await readPosted(sql, period, masterCodes)
  const floating = await readPosted(sql, period, ['card.floating'])
  return differs({
    check: 'R4',
    subject: `${period.from.toISOString()} to ${period.to.toISOString()}`,
    ours: period.openingCents - master - floating,
    theirs: period.closingCents,
  })
}

/** R1 to R4 against one reading of the issuer. */
export const checkIssuer = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => [
  ...(await checkCards(sql, issuer)),
  ...checkIssuerSum(issuer),
  ...(await checkFloat(sql, issuer)),
  ...(await checkMaster(sql, issuer)),
]

const cryptoCodes = ['crypto.deposits', 'crypto.treasury', 'crypto.payout', 'crypto.venue', 'crypto.gas']
const owedCodes = ['deposit.unapplied', 'suspense', 'payout.in_flight', 'fx.units']

/** R7: per asset, units on our addresses = units in the book plus residues, and every unit has an owner. */
export const checkChain = async (sql: Queries, chain: ChainFigures): Promise<Finding[]> => {
  const { asset } = chain
  const held = await natural(sql, cryptoCodes, asset)
  const owed = await natural(sql, owedCodes, asset)
  const ours = held * chain.contractUnitsPerLedgerUnit + chain.residueContractUnits
  return [
    ...differs({ check: 'R7', subject: asset, ours, theirs: chain.contractUnits }),
    ...differs({ check: 'R7', subject: `${asset}: owed and own`, ours: held, theirs: owed }),
  ]
}
