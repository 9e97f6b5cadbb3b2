import type { PayoutRail } from './payout-port.ts'

/** A token that people may pay with. */
export type PaymentAsset = {
  readonly symbol: string
  readonly name: string
  readonly network: string
  readonly tokenAddress: string
  /** Decimals of the token's contract on this network. */
  readonly decimals: number
}

/** A token transfer to one of our addresses, as it is in a block. */
export type ChainTransfer = {
  readonly txHash: string
  readonly logIndex: number
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly blockTime: Date
  readonly tokenAddress: string
  readonly from: string
  readonly to: string
  /** In the units of the token's contract. */
  readonly contractUnits: bigint
}

export type ChainBlock = {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string
  readonly time: Date
}

export type OursAmong = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

export type ChainHead = { readonly head: bigint; readonly finalized: bigint }

/**
 * A chain that payments arrive on. Reads throw when the node does not answer, and the scanner tries again.
 */
export type RailPort = PayoutRail & {
  readonly network: string
  readonly chainId: number
  readonly assets: readonly PaymentAsset[]
  /** The native coin, which pays for transactions. Nobody pays us with it. */
  readonly gasCoin: PaymentAsset
  /**
   * The payment address of an order. It is our forwarder and is the same on every EVM chain. A pure function.
   */
  readonly addressOf: (orderId: string) => { address: string; salt: string }
  readonly readHead: () => Promise<ChainHead>
  readonly readBlock: (number: bigint) => Promise<ChainBlock>
  /**
   * Transfers of any token to or from our addresses in one block. The block is read by its hash, so that a reorg
   * cannot mix two blocks. `oursAmong` finds our addresses among senders and recipients: a block has hundreds of
   * them, and we may have a million addresses.
   */
  readonly readTransfers: (block: ChainBlock, oursAmong: OursAmong) => Promise<readonly ChainTransfer[]>
  /**
   * Whether a transaction paid to this address (`here`) or elsewhere. `waiting`: not in a block yet.
   * `nowhere`: unknown to the node.
   */
  readonly findTransaction: (
    txHash: string,
    address: string,
  ) => Promise<'here' | 'elsewhere' | 'waiting' | 'nowhere'>
  /** The wallet that collects the payments. */
  readonly treasury: string
  /** The wallet that pays withdrawals and refunds. */
  readonly payoutWallet: string
  /** Our deposit address at the trading venue. What is there counts as the venue's. */
  readonly venueWallet: string | null
  /** Units of a token that each address held at a block, for the invariant R7 (money §5). */
  readonly readBalances: (call: {
    tokenAddress: string
    addresses: readonly string[]
    block: bigint
  }) => Promise<readonly bigint[]>
}
