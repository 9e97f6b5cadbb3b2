/** Two tokens with a lower similarity count as unrelated. */
const leastAlike = 0.85
const prefixWeight = 0.1
const longestPrefix = 4

/** The words of a name without case, accents and punctuation. */
export const tokensOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '')

/** Characters of `a` that `b` has too, no further apart than half of the longer word, in the order of `a`. */
const sharedCharacters = (a: string, b: string): string[] => {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const left: (string | null)[] = Array.from(b)
  const shared: string[] = []
  for (const [index, character] of Array.from(a).entries()) {
    const from = Math.max(0, index - reach)
    const found = left.slice(from, index + reach + 1).indexOf(character)
    if (found < 0) continue
    left[from + found] = null
    shared.push(character)
  }
  return shared
}

const jaro = (a: string, b: string): number => {
  const [ofA, ofB] = [sharedCharacters(a, b), sharedCharacters(b, a)]
  if (ofA.length === 0) return 0
  const swapped = ofA.filter((character, index) => character !== ofB[index]).length / 2
  return (ofA.length / a.length + ofA.length / b.length + (ofA.length - swapped) / ofA.length) / 3
}

/** Similarity of two words, 0 to 1; an equal start counts more (Winkler). */
export const jaroWinkler = (a: string, b: string): number => {
  const alike = jaro(a, b)
  let prefix = 0
  while (prefix < longestPrefix && prefix < a.length && a[prefix] === b[prefix]) prefix += 1
  return alike + prefix * prefixWeight * (1 - alike)
}

/** Similarity of two names: each word is paired with its best match, and unmatched words lower the score. */
export const nameScore = (searched: string, listed: string): number => {
  const wanted = tokensOf(searched)
  const left = tokensOf(listed)
  const terms = Math.max(wanted.length, left.length)
  if (wanted.length === 0 || left.length === 0) return 0
  let sum = 0
  for (const token of wanted) {
    const scores = left.map((other) => jaroWinkler(token, other))
    const best = Math.max(0, ...scores)
    if (best < leastAlike) continue
    sum += best
    left.splice(scores.indexOf(best), 1)
  }
  return sum / terms
}

/** The effect of a birth date on the score: a different one lowers it, a missing one changes nothing. */
export const birthDateFactor = (searched: string | undefined, listed: string): number => {
  if (searched === undefined || searched === listed) return 1
  return searched.slice(0, 4) === listed.slice(0, 4) ? 0.9 : 0.6
}
