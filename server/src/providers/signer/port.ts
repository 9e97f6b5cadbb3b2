/** One payment to sign. Amounts are in the units of the token's contract. */
export type PaymentToSign = {
  readonly payoutId: string
  readonly nonce: bigint
  readonly token: string
  readonly to: string
  readonly units: bigint
  readonly gas: bigint
  readonly maxFeeWei: bigint
  readonly tipWei: bigint
  /** Hash of the transaction of the same nonce that this one replaces with higher fees. */
  readonly replaces: string | null
  /** The payout's former nonce, which paid nothing. The signer proves that itself. */
  readonly failedNonce: bigint | null
}

/** `refused`: outside the signer's limits, with its code. The same request answers the same bytes. */
export type SignerAnswer =
  | { readonly outcome: 'ok'; readonly txHash: string; readonly signedBytes: string }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'unavailable' }

/** The process that has the key of the payout wallet. */
export type SignerPort = { readonly signPayment: (payment: PaymentToSign) => Promise<SignerAnswer> }
