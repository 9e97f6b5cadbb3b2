/**
 * How a node took signed bytes. `accepted`: it has them, also when it had them before. `nonce_used`: a block has a
 * transaction with this nonce, perhaps this one. `unknown`: no answer.
 */
export type BroadcastOutcome = 'accepted' | 'nonce_used' | 'too_cheap' | 'no_gas' | 'refused' | 'unknown'

/** The transaction that has a nonce of the payout wallet in a final block. */
export type FinalUse = { readonly txHash: string; readonly blockNumber: bigint; readonly isOk: boolean }

/** What signed bytes say. */
export type SignedPayment = {
  readonly txHash: string
  readonly from: string
  readonly chainId: number
  readonly nonce: bigint
  readonly tokenAddress: string | null
  readonly value: bigint
  readonly data: string
  readonly gas: bigint
  readonly maxFeeWei: bigint
  readonly tipWei: bigint
}

/** A chain that payouts are sent on. Reads throw when the node does not answer. */
export type PayoutRail = {
  /** The wallet that pays withdrawals and refunds. */
  readonly payoutWallet: string
  /** Number of its transactions until a block, by default the newest: the next nonce, unless some wait. */
  readonly readNonce: (block?: bigint) => Promise<bigint>
  /** What it has for gas in the newest block, in wei: what may be spent now. */
  readonly readGasBalance: () => Promise<bigint>
  /** The native coins of these addresses at a block, as one sum in wei. */
  readonly readCoins: (of: {
    readonly addresses: readonly string[]
    readonly block: bigint
  }) => Promise<bigint>
  /** Fees for the next blocks, in wei for one gas. */
  readonly readFees: () => Promise<{ readonly maxFeeWei: bigint; readonly tipWei: bigint }>
  /** Gas of a transfer. Null: the token's contract refuses it. Throws when the node does not answer. */
  readonly estimateTransfer: (of: {
    readonly tokenAddress: string
    readonly to: string
    readonly contractUnits: bigint
  }) => Promise<bigint | null>
  /** The call of the token's contract that pays. A pure function. */
  readonly transferData: (to: string, contractUnits: bigint) => string
  /** Reads signed bytes. A pure function; throws for bytes that are none. */
  readonly decode: (signedBytes: string) => Promise<SignedPayment>
  readonly broadcastSigned: (signedBytes: string) => Promise<BroadcastOutcome>
  /** Where a transaction is: in a block, waiting (null), or unknown to the node. */
  readonly findPending: (txHash: string) => Promise<{ readonly blockNumber: bigint | null } | null>
  /** Who paid for a transaction, how much, and in which block. Null: the node does not know it. */
  readonly readFee: (txHash: string) => Promise<{
    readonly from: string
    readonly feeWei: bigint
    readonly blockNumber: bigint
  } | null>
  /** Null: no transaction with this nonce is final. */
  readonly findFinalUse: (nonce: bigint) => Promise<FinalUse | null>
}
