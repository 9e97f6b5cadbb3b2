import { getAddress, keccak256, numberToHex, pad, toHex, type Hex } from 'viem'

/** A token transfer as a wallet sends it. */
export type TokenTransfer = {
  readonly txHash: Hex
  readonly token: Hex
  readonly to: Hex
  /** In the contract's own units. */
  readonly units: bigint
  /** Who sends it; absent: a payer of loads. */
  readonly from?: Hex
  /** False: its contract refused it. */
  readonly isOk?: boolean
}

export type Block = {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly atSeconds: number
  readonly transfers: readonly TokenTransfer[]
}

const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'))
const payer = '0x00000000000000000000000000000000000babe1'
const bloomBytes = 256

const markBloom = (filter: Uint8Array, value: Hex): void => {
  const hash = Buffer.from(keccak256(value).slice(2), 'hex')
  for (const position of [0, 2, 4]) {
    const bit = hash.readUInt16BE(position) & 2047
    const index = bloomBytes - 1 - (bit >> 3)
    filter[index] = (filter[index] ?? 0) | (1 << (bit & 7))
  }
}

const topicsOf = ({ to, from = payer }: TokenTransfer): Hex[] => [
  transferTopic,
  pad(from, { size: 32 }),
  pad(to.toLowerCase() as Hex, { size: 32 }),
]

/** The header as eth_getBlockByNumber returns it without transactions, with the bloom of its logs. */
export const blockJson = (block: Block) => {
  const filter = new Uint8Array(bloomBytes)
  for (const transfer of block.transfers) {
    markBloom(filter, transfer.token)
    for (const topic of topicsOf(transfer)) markBloom(filter, topic)
  }
  return {
    number: numberToHex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: numberToHex(block.atSeconds),
    logsBloom: toHex(filter),
    transactions: [...new Set(block.transfers.map(({ txHash }) => txHash))],
  }
}

/** The receipt of a transaction in the block that contains it now. */
export const receiptJson = (block: Block, txHash: Hex) => ({
  transactionHash: txHash,
  blockHash: block.hash,
  blockNumber: numberToHex(block.number),
  status: block.transfers.some((each) => each.txHash === txHash && each.isOk === false) ? '0x0' : '0x1',
  logs: block.transfers.flatMap((transfer, index) =>
    transfer.txHash === txHash && transfer.isOk !== false
      ? [
          {
            address: getAddress(transfer.token),
            topics: topicsOf(transfer),
            data: pad(numberToHex(transfer.units), { size: 32 }),
            blockNumber: numberToHex(block.number),
            blockHash: block.hash,
            transactionHash: txHash,
            logIndex: numberToHex(index),
          },
        ]
      : [],
  ),
})
