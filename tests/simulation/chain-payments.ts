import { decodeFunctionData, erc20Abi, keccak256, parseTransaction, type Hex } from 'viem'
import { payoutAccount } from '../support/test-signer.ts'
import type { TokenTransfer } from './chain-blocks.ts'

/** A signed transfer of the payout wallet, as the node takes it. */
export type WalletPayment = TokenTransfer & {
  readonly from: Hex
  readonly nonce: bigint
  readonly maxFeeWei: bigint
  /** False: the contract refuses it in its block. Its nonce is used and no coins leave. */
  readonly isOk: boolean
}

/** What the node does with the next payment that it is sent. */
export type PaymentFault = 'answer_lost' | 'forgotten' | 'reverts'

export const isPayment = (transfer: TokenTransfer): transfer is WalletPayment => 'nonce' in transfer

const usualFeeWei = 1_000_000_000n
/** Above twice the usual fee with its tip: what was signed before is not mined until it is replaced. */
const dearFeeWei = 5_000_000_000n
/** A replacement needs a tenth more. */
const isRaised = (fee: bigint, than: bigint) => fee * 10n >= than * 11n

const readPayment = (signedBytes: Hex): Omit<WalletPayment, 'isOk'> => {
  const { to, data = '0x', nonce = 0, maxFeePerGas = 0n } = parseTransaction(signedBytes)
  const [payee, units] = decodeFunctionData({ abi: erc20Abi, data }).args as [Hex, bigint]
  return {
    txHash: keccak256(signedBytes),
    token: (to ?? '0x').toLowerCase() as Hex,
    to: payee,
    units,
    from: payoutAccount.address.toLowerCase() as Hex,
    nonce: BigInt(nonce),
    maxFeeWei: maxFeePerGas,
  }
}

/** Payments that wait for a block, by their nonces. */
export const createPaymentPool = () => {
  const waiting = new Map<bigint, WalletPayment>()
  let faults: PaymentFault[] = []
  let feeWei = usualFeeWei
  const useFault = (fault: PaymentFault): boolean => {
    const index = faults.indexOf(fault)
    if (index >= 0) faults = faults.toSpliced(index, 1)
    return index >= 0
  }
  return {
    feeWei: () => feeWei,
    setDear: (isDear: boolean) => {
      feeWei = isDear ? dearFeeWei : usualFeeWei
    },
    inject: (fault: PaymentFault) => {
      faults = [...faults, fault]
    },
    isWaiting: (txHash: string) => [...waiting.values()].some((each) => each.txHash === txHash),
    count: () => waiting.size,
    /** Takes signed bytes. `used`: how many nonces of the wallet blocks have. Throws what a node says. */
    send: (signedBytes: Hex, used: bigint): Hex => {
      const payment = readPayment(signedBytes)
      const { txHash, nonce, maxFeeWei } = payment
      if (nonce < used) throw new Error('nonce too low')
      const former = waiting.get(nonce)
      if (former?.txHash === txHash) throw new Error('already known')
      if (former && !isRaised(maxFeeWei, former.maxFeeWei))
        throw new Error('replacement transaction underpriced')
      if (useFault('forgotten')) return txHash
      waiting.set(nonce, { ...payment, isOk: !useFault('reverts') })
      if (useFault('answer_lost')) throw new Error('the answer was lost')
      return txHash
    },
    /** Payments of the next block, in the order of their nonces. */
    next: (used: bigint): readonly WalletPayment[] => {
      const chosen: WalletPayment[] = []
      for (let nonce = used; ; nonce += 1n) {
        const payment = waiting.get(nonce)
        if (!payment || payment.maxFeeWei < feeWei) return chosen
        waiting.delete(nonce)
        chosen.push(payment)
      }
    },
    /** Payments of a block that was dropped wait again. */
    putBack: (payments: readonly WalletPayment[]) => {
      for (const payment of payments) waiting.set(payment.nonce, payment)
    },
  }
}
