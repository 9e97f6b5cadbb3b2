/**
 * What a refused credit means for the load behind it. `float`: the master account has not enough. `card`: the state of the
 * card, which may change or be final, so it has to be read. `no_card`: there is no such card, and never will be. `other`:
 * anything else, also what we do not know: most likely to pass, never taken for final by its name alone.
 */
export type CreditRefusal = 'float' | 'card' | 'no_card' | 'other'

const meanings: Readonly<Record<string, CreditRefusal>> = {
  INSUFFICIENT_BALANCE: 'float',
  INVALID_CARD_STATUS: 'card',
  CARD_NOT_FOUND: 'no_card',
}

/** Reads the issuer's code of a refused credit. */
export const creditRefusalOf = (code: string): CreditRefusal => meanings[code] ?? 'other'
