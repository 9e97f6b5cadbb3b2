import type { NotNull } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { Finding } from './checks.ts'
import { readNatural } from './operator-balances.ts'

/**
 * The card issuer's figures at an instant without traffic, in cents. Tests compare them exactly, independently
 * of how the product finds an instant to compare.
 */
export type IssuerFigures = {
  readonly cards: readonly { readonly cardId: string; readonly availableCreditCents: bigint }[]
  readonly availableBalanceCents: bigint
  readonly availableToAllocateCents: bigint
}

const masterCodes = ['issuer.unallocated', 'issuer.in_flight', 'issuer.allocated']

const natural = (sql: Queries, codes: readonly string[]): Promise<bigint> =>
  readNatural(sql, { codes, asset: null })

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
const checkCards = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => {
  const cards = sql.selectFrom('account').select(['ownerId', 'balance']).where('code', '=', 'card.available')
  const rows = await cards.$narrowType<{ ownerId: NotNull }>().execute()
  const ours = new Map(rows.map(({ ownerId, balance }) => [ownerId, balance]))
  const theirs = new Map(issuer.cards.map((card) => [card.cardId, card.availableCreditCents]))
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((subject) =>
    differs({ check: 'R1', subject, ours: ours.get(subject) ?? 0n, theirs: theirs.get(subject) ?? 0n }),
  )
}

/** R2: the issuer's own figures agree: Σ available credit = available − unallocated. */
const checkIssuerSum = (issuer: IssuerFigures): Finding[] =>
  differs({
    check: 'R2',
    subject: 'issuer',
    ours: issuer.cards.reduce((sum, card) => sum + card.availableCreditCents, 0n),
    theirs: issuer.availableBalanceCents - issuer.availableToAllocateCents,
  })

/** R3: the issuer's unallocated figure is our float, or higher by at most the amount in flight. */
const checkFloat = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => {
  const float = await natural(sql, ['issuer.unallocated'])
  const inFlight = await natural(sql, ['issuer.in_flight'])
  const theirs = issuer.availableToAllocateCents
  if (theirs >= float && theirs <= float + inFlight) return []
  const detail = `they say ${theirs}, the ledger ${float} and ${inFlight} in flight`
  return [{ check: 'R3', subject: 'issuer.unallocated', detail }]
}

/** R4: the issuer's available balance is the master account less what floats. */
const checkMaster = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => {
  const master = await natural(sql, masterCodes)
  const floating = await natural(sql, ['card.floating'])
  const theirs = issuer.availableBalanceCents
  return differs({ check: 'R4', subject: 'master balance', ours: master - floating, theirs })
}

/** R1 to R4 against one reading of the issuer. */
export const checkIssuer = async (sql: Queries, issuer: IssuerFigures): Promise<Finding[]> => [
  ...(await checkCards(sql, issuer)),
  ...checkIssuerSum(issuer),
  ...(await checkFloat(sql, issuer)),
  ...(await checkMaster(sql, issuer)),
]
