/** A token that people may pay with. */
export type PaymentAsset = {
  readonly symbol: string
  readonly name: string
  readonly network: string
  readonly tokenAddress: string
  /** Decimals of the token's contract on this network. */
  readonly decimals: number
}

/** A token transfer to one of our addresses, as a block has it. */
export type ChainTransfer = {
  readonly txHash: string
  readonly logIndex: number
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly blockTime: Date
  readonly tokenAddress: string
  readonly from: string
  readonly to: string
  /** In the contract's own units. */
  readonly contractUnits: bigint
}

export type ChainBlock = {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string
  readonly time: Date
}

export type OursAmong = (recipients: readonly string[]) => Promise<ReadonlySet<string>>

export type ChainHead = { readonly head: bigint; readonly finalized: bigint }

/** A chain that payments arrive on. Reads throw when the node does not answer; the scanner tries again. */
export type RailPort = {
  readonly network: string
  readonly chainId: number
  readonly assets: readonly PaymentAsset[]
  /** The payment address of an order: a forwarder of ours, the same on every EVM chain. Pure. */
  readonly addressOf: (orderId: string) => { address: string; salt: string }
  readonly readHead: () => Promise<ChainHead>
  readonly readBlock: (number: bigint) => Promise<ChainBlock>
  /**
   * Transfers of any token to our addresses in one block, by its hash: a reorg cannot mix two blocks. `oursAmong` says
   * which of the block's recipients are ours: a block has hundreds of them, we may have given out a million addresses.
   */
  readonly readTransfers: (block: ChainBlock, oursAmong: OursAmong) => Promise<readonly ChainTransfer[]>
  /** Where a transaction went, as far as an address of ours is concerned; `waiting`: not in a block yet. */
  readonly findTransaction: (
    txHash: string,
    address: string,
  ) => Promise<'here' | 'elsewhere' | 'waiting' | 'nowhere'>
  /** Units of a token that an address holds, for the identity R7. */
  readonly readBalance: (call: { tokenAddress: string; address: string }) => Promise<bigint>
}
