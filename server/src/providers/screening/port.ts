/**
 * The person to check against the lists. Dates are YYYY-MM-DD, countries have two letters; either may be
 * unknown.
 */
export type ScreenedPerson = {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | null
  readonly country: string | null
}

/** `unavailable`: no check was made, so the person or wallet must not count as clear. */
export type ScreeningVerdict = 'clear' | 'hit' | 'unavailable'

/** Sanctions lists about people. */
export type PersonScreeningPort = {
  readonly matchPerson: (person: ScreenedPerson) => Promise<ScreeningVerdict>
}

/** Sanctions lists about wallets. */
export type WalletScreeningPort = {
  /** @param address on the chain that payments arrive on, as the chain writes it */
  readonly checkAddress: (address: string) => Promise<ScreeningVerdict>
}
