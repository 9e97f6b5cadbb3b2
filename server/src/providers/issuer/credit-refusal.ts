/**
 * What a refused credit means for the load behind it. `float`: the master account has not enough. `card`: the state of the
 * card, which may change or be final, so it has to be read. `other`: anything else, also what we do not know: most likely
 * to pass, never taken for final by its name alone.
 */
export type CreditRefusal = 'float' | 'card' | 'other'

const meanings: Readonly<Record<string, CreditRefusal>> = {
  '0303003': 'float',
  '0303004': 'float',
  '0302001': 'card',
  '0302002': 'card',
  '0302010': 'card',
  '0302011': 'card',
  '0601001': 'card',
  '0602001': 'card',
}

/** Reads the issuer's code of a refused credit. */
export const creditRefusalOf = (code: string): CreditRefusal => meanings[code] ?? 'other'
