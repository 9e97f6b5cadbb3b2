import { getAddress, isAddress } from 'viem'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { PaymentRecord } from './load-record.ts'

/** Addresses that nobody is paid at: the operator's wallets and the coins' contracts. */
export type OwnAddresses = Pick<RailPort, 'assets' | 'treasury' | 'payoutWallet' | 'venueWallet'>

const zeroAddress = '0x0000000000000000000000000000000000000000'

/**
 * Where a refund may go, checksummed: an address with valid capitals (EIP-55) that is neither a coin's
 * contract nor ours. Money that is sent to those is lost or returns to us.
 */
export const refundAddress = (
  typed: string,
  of: { load: Pick<PaymentRecord, 'address'>; rail: OwnAddresses },
): Answer<string, 'address_invalid' | 'address_not_yours'> => {
  const isPlain = typed === typed.toLowerCase()
  if (!isAddress(typed, { strict: !isPlain })) return refused('address_invalid')
  const address = getAddress(typed)
  const ours = [
    of.load.address.split('#')[0],
    zeroAddress,
    of.rail.treasury,
    of.rail.payoutWallet,
    of.rail.venueWallet,
    ...of.rail.assets.map((each) => each.tokenAddress),
  ]
  return ours.includes(address) ? refused('address_not_yours') : accepted(address)
}
