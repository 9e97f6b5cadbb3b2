import { sumOf } from '../../kernel/cents.ts'

const shown = 5

/** The largest sums and what all others come to, so that the rows add up to their total. One other is shown itself. */
export const largestSums = <Sum extends { readonly amount: string }>(
  sums: readonly Sum[],
): {
  readonly largest: readonly Sum[]
  readonly rest: { readonly count: number; readonly amount: string } | null
} => {
  if (sums.length <= shown + 1) return { largest: sums, rest: null }
  const others = sums.slice(shown)
  return {
    largest: sums.slice(0, shown),
    rest: { count: others.length, amount: sumOf(others.map(({ amount }) => amount)) },
  }
}
