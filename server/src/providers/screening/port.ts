/** Who is held against the lists. Dates YYYY-MM-DD, countries two letters; either may be unknown. */
export type ScreenedPerson = {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string | null
  readonly country: string | null
}

/** `unavailable`: nobody looked, so nothing may count as clear. */
export type ScreeningVerdict = 'clear' | 'hit' | 'unavailable'

/** Sanctions lists about people. */
export type PersonScreeningPort = {
  readonly matchPerson: (person: ScreenedPerson) => Promise<ScreeningVerdict>
}

/** Sanctions lists about wallets. */
export type WalletScreeningPort = {
  /** @param address of the chain that payments arrive on, as the chain writes it */
  readonly checkAddress: (address: string) => Promise<ScreeningVerdict>
}
