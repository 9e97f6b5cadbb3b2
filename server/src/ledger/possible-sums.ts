/** Above this number of sums only their lowest and highest are compared. */
const mostSums = 50_000

/** What the sum of some of these amounts may be: none of them, all of them, or any choice. */
export type PossibleSums = { readonly has: (sum: bigint) => boolean }

export const sumsOfSome = (amounts: readonly bigint[]): PossibleSums => {
  let sums = new Set([0n])
  for (const amount of amounts) {
    if (amount === 0n) continue
    const more = new Set(sums)
    for (const sum of sums) more.add(sum + amount)
    if (more.size > mostSums) return sumsBetween(amounts)
    sums = more
  }
  return sums
}

const sumsBetween = (amounts: readonly bigint[]): PossibleSums => {
  const total = (some: readonly bigint[]) => some.reduce((sum, amount) => sum + amount, 0n)
  const [lowest, highest] = [
    total(amounts.filter((each) => each < 0n)),
    total(amounts.filter((each) => each > 0n)),
  ]
  return { has: (sum) => sum >= lowest && sum <= highest }
}

/** What the sum of the last amounts may be: none, the last, the last two, and so on. */
export const sumsOfLast = (amounts: readonly bigint[]): readonly bigint[] => {
  const sums = [0n]
  for (const amount of amounts.toReversed()) sums.push((sums.at(-1) ?? 0n) + amount)
  return sums
}
