/** All randomness of a run comes from here, so that a seed determines the whole run. */
export type SeededRandom = {
  /** From 0 up to 1, without 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
  readonly weighted: <T extends { readonly weight: number }>(list: readonly T[]) => T
  readonly bytes: (count: number) => Buffer
  /** A separate stream; its later use does not change this one. */
  readonly fork: () => SeededRandom
}

const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** Small fast counting generator (sfc32). @param seed any whole number */
export const createSeeded = (seed: number): SeededRandom => {
  let [a, b, c, counter] = [seed | 0, (seed / 2 ** 32) | 0, 0x9e3779b9 | 0, 1]
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (rotated(c, 21) + sum) | 0
    return sum >>> 0
  }
  for (let warm = 0; warm < 15; warm += 1) word()
  const next = () => word() / 2 ** 32
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[whole(0, list.length - 1)]
    if (chosen === undefined) throw new RangeError('The list is empty')
    return chosen
  }
  return {
    next,
    whole,
    pick,
    chance: (probability) => next() < probability,
    weighted: (list) => {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0)
      const chosen = list.find(({ weight }) => (left -= weight) < 0) ?? list.at(-1)
      if (chosen === undefined) throw new RangeError('The list is empty')
      return chosen
    },
    bytes: (count) => {
      const bytes = Buffer.alloc(count)
      for (let index = 0; index < count; index += 1) bytes[index] = word() & 255
      return bytes
    },
    fork: () => createSeeded(word()),
  }
}
