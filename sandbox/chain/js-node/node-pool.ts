import type { Common } from '@ethereumjs/common'
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import { bytesToHex, hexToBytes, type Account, type Address } from '@ethereumjs/util'
import { RpcError } from '../json-rpc.ts'

type Hex = `0x${string}`

export type WaitingTransaction = {
  readonly hash: Hex
  readonly raw: Hex
  readonly tx: TypedTransaction
  readonly sender: Address
}

/** Signed transactions that are in no block yet, in the order of arrival. */
export type Pool = {
  /** Throws RpcError with a real node's message when the transaction can never be mined. */
  readonly add: (raw: Hex) => Promise<Hex>
  readonly get: (hash: string) => WaitingTransaction | undefined
  readonly all: () => readonly WaitingTransaction[]
  readonly drop: (hash: Hex) => void
  /** The nonce after the last waiting one without a gap. */
  readonly nonceAfter: (sender: Address, accountNonce: bigint) => bigint
}

const refusedCode = -32_000
const refuse = (why: string): never => {
  throw new RpcError(refusedCode, why)
}

/** The highest price per unit of gas. */
export const feeCap = (tx: TypedTransaction): bigint => ('maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice)

const decode = (raw: Hex, common: Common): TypedTransaction => {
  try {
    const tx = createTxFromRLP(hexToBytes(raw), { common })
    if (tx.isSigned() && tx.isValid()) return tx
    return refuse(tx.getValidationErrors().join(', ') || 'transaction is not signed')
  } catch (cause) {
    if (cause instanceof RpcError) throw cause
    return refuse(`invalid transaction: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** A replacement must pay a tenth more, as real nodes require. */
const outbids = (tx: TypedTransaction, old: TypedTransaction) => feeCap(tx) * 10n >= feeCap(old) * 11n

export const createPool = (deps: {
  common: Common
  blockGasLimit: bigint
  accountOf: (address: Address) => Promise<Account>
}): Pool => {
  const waiting = new Map<Hex, WaitingTransaction>()
  const sameNonce = (sender: Address, nonce: bigint) =>
    [...waiting.values()].find((each) => each.sender.equals(sender) && each.tx.nonce === nonce)

  return {
    add: async (raw) => {
      const tx = decode(raw, deps.common)
      const hash: Hex = bytesToHex(tx.hash())
      if (waiting.has(hash)) refuse('already known')
      const sender = tx.getSenderAddress()
      const { nonce, balance } = await deps.accountOf(sender)
      if (tx.nonce < nonce) refuse(`nonce too low: next nonce ${nonce}, tx nonce ${tx.nonce}`)
      if (tx.gasLimit > deps.blockGasLimit) refuse('exceeds block gas limit')
      if (balance < tx.gasLimit * feeCap(tx) + tx.value) {
        refuse('insufficient funds for gas * price + value')
      }
      const old = sameNonce(sender, tx.nonce)
      if (old && !outbids(tx, old.tx)) refuse('replacement transaction underpriced')
      if (old) waiting.delete(old.hash)
      waiting.set(hash, { hash, raw, tx, sender })
      return hash
    },
    get: (hash) => waiting.get(hash.toLowerCase() as Hex),
    all: () => [...waiting.values()],
    drop: (hash) => {
      waiting.delete(hash)
    },
    nonceAfter: (sender, accountNonce) => {
      let nonce = accountNonce
      while (sameNonce(sender, nonce)) nonce += 1n
      return nonce
    },
  }
}
