/** The price of a coin in USD at 10^-8, and the time of its oldest source. */
export type MidRate = { readonly midRate: bigint; readonly at: Date }

/**
 * Why there is no price: the sources are old, differ too much, or are silent, or a stablecoin lost its peg.
 */
export type NoRate = 'stale' | 'apart' | 'silent' | 'depegged'

export type RatesPort = {
  /** @param asset symbol, e.g. `USDC` */
  readonly readMid: (asset: string, now: Date) => Promise<MidRate | { readonly none: NoRate }>
}
