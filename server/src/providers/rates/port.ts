/** The price of a coin in USD at 10^-8, and when its sources said so. */
export type MidRate = { readonly midRate: bigint; readonly at: Date }

/** Why no price can be given: the sources are old, apart from each other, silent, or a stablecoin lost its peg. */
export type NoRate = 'stale' | 'apart' | 'silent' | 'depegged'

export type RatesPort = {
  /** @param asset symbol, e.g. `USDC` */
  readonly readMid: (asset: string, now: Date) => Promise<MidRate | { readonly none: NoRate }>
}
