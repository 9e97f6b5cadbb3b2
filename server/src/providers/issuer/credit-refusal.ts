/**
 * What a refused credit means for the load. `float`: the master account does not have enough money. `card`:
 * the state of the card prevents it; that state may change or be final, so the card has to be read. `other`:
 * any other code, known or not. It most likely passes, so the code alone never makes it final.
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
