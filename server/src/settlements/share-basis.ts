import { shareOf } from '@cardamom/contract/money'
import type { Queries } from '../kernel/queries.ts'

/** What a share was computed from (domain §4), with only those rates of levels that its owner got. */
export type ShareBasis = {
  readonly grossCents: bigint
  /** Rates of the owner's level and of the levels below it that have nobody, in hundredths of a basis point. */
  readonly rates: readonly bigint[]
  /** The owner's part of the level, in hundredths of a basis point; null: all that the others leave. */
  readonly part: bigint | null
  readonly others: readonly bigint[]
}
/** What a share comes from; the reference of its load, if it is of one. */
export type FoundBasis = { readonly ref: string | null; readonly basis: ShareBasis | null }
type Beneficiary = { readonly level: number; readonly part: string | null; readonly isOwn: boolean }
export type BasisRow = {
  readonly grossCents: bigint | null
  /** Operator first. */
  readonly rates: readonly bigint[] | null
  readonly levels: readonly Beneficiary[] | null
}

const levels = 5

/** The basis of a share; null: it was not recorded. */
export const shareBasisOf = ({ grossCents, rates, levels: on }: BasisRow): ShareBasis | null => {
  const own = on?.find(({ isOwn }) => isOwn)
  if (grossCents === null || rates === null || !on || !own) return null
  const below = on.map(({ level }) => level).filter((level) => level > own.level)
  const next = Math.min(levels, ...below)
  return {
    grossCents,
    rates: rates.slice(own.level, next),
    part: own.part === null ? null : BigInt(own.part),
    others: on.flatMap(({ level, part, isOwn }) =>
      level === own.level && !isOwn && own.part === null && part !== null ? [BigInt(part)] : [],
    ),
  }
}

/** The same as a screen shows it: with the amount of the level, of which the owner has a part. */
export const basisView = ({ grossCents, rates, part, others }: ShareBasis) => ({
  gross: grossCents,
  rates: rates.filter((rate) => rate > 0n),
  level: shareOf({
    amountCents: grossCents,
    rateHundredthsBp: rates.reduce((sum, rate) => sum + rate, 0n),
    rounding: 'down',
  }),
  part,
  others: [...others],
})

/** What shares, which the caller has read in its scope, were computed from, and the references of their loads. */
export const readShareBases = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundBasis>> => {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows<BasisRow & { id: string; ref: string | null }>(
    'select id, ref, gross_cents as "grossCents", rates, levels from basis_of_shares($1)',
    [ids],
  )
  return new Map(rows.map((row) => [row.id, { ref: row.ref, basis: shareBasisOf(row) }]))
}
