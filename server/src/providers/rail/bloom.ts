import { hexToBytes, keccak256, type Hex } from 'viem'

const bloomBits = 2047

/**
 * Whether a block's bloom filter says that an address or topic may be in its logs. False is certain, true is
 * not (Ethereum yellow paper, 4.3.1).
 */
export const mayContain = (bloom: Hex, value: Hex): boolean => {
  const filter = hexToBytes(bloom)
  const hash = hexToBytes(keccak256(value))
  return [0, 2, 4].every((place) => {
    const bit = (((hash[place] ?? 0) << 8) | (hash[place + 1] ?? 0)) & bloomBits
    return ((filter[filter.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0
  })
}
