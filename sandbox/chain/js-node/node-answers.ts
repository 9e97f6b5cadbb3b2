import type { Common } from '@ethereumjs/common'
import { createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx'
import { hexToBytes } from '@ethereumjs/util'
import { blockOf } from './block-maker.ts'
import type { StoredBlock, StoredLog, StoredTransaction, Position } from './node-archive.ts'

/** JSON-RPC answers for blocks, transactions, receipts and logs (execution-apis of Ethereum). */
type Hex = `0x${string}`

export const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`

type MinedTransaction = { readonly block: StoredBlock; readonly index: number }

export const transactionAnswer = (
  { hash, from, tx }: { hash: Hex; from: Hex; tx: TypedTransaction },
  mined: MinedTransaction | null,
) => {
  const { gasLimit, data, ...said } = tx.toJSON()
  return {
    ...said,
    hash,
    from,
    to: said.to ?? null,
    gas: gasLimit,
    gasPrice: hex(mined ? paidPrice(tx, mined.block) : 'gasPrice' in tx ? tx.gasPrice : tx.maxFeePerGas),
    input: data,
    blockHash: mined?.block.hash ?? null,
    blockNumber: mined ? hex(mined.block.number) : null,
    transactionIndex: mined ? hex(mined.index) : null,
  }
}

const paidPrice = (tx: TypedTransaction, block: StoredBlock): bigint =>
  BigInt(block.baseFeePerGas) + tx.getEffectivePriorityFee(BigInt(block.baseFeePerGas))

export const decoded = ({ raw }: StoredTransaction, common: Common): TypedTransaction =>
  createTxFromRLP(hexToBytes(raw), { common })

export const blockAnswer = (block: StoredBlock, whole: boolean, common: Common) => {
  const { uncleHash, coinbase, transactionsTrie, receiptTrie, ...header } = blockOf(
    block,
    common,
  ).header.toJSON()
  return {
    ...header,
    hash: block.hash,
    sha3Uncles: uncleHash,
    miner: coinbase,
    transactionsRoot: transactionsTrie,
    receiptsRoot: receiptTrie,
    totalDifficulty: '0x0',
    size: hex(block.size),
    uncles: [],
    withdrawals: [],
    transactions: block.transactions.map((each, index) =>
      whole
        ? transactionAnswer({ hash: each.hash, from: each.from, tx: decoded(each, common) }, { block, index })
        : each.hash,
    ),
  }
}

export const logsBefore = ({ block, index }: Position): number =>
  block.transactions.slice(0, index).reduce((sum, { logs }) => sum + logs.length, 0)

export const logAnswer = (log: StoredLog, { block, index }: Position, logIndex: number) => ({
  ...log,
  blockHash: block.hash,
  blockNumber: hex(block.number),
  blockTimestamp: hex(block.timestamp),
  transactionHash: block.transactions[index]!.hash,
  transactionIndex: hex(index),
  logIndex: hex(logIndex),
  removed: false,
})

export const receiptAnswer = (position: Position, common: Common) => {
  const { block, index } = position
  const stored = block.transactions[index]!
  const tx = decoded(stored, common)
  const first = logsBefore(position)
  const upTo = block.transactions.slice(0, index + 1)
  return {
    transactionHash: stored.hash,
    transactionIndex: hex(index),
    blockHash: block.hash,
    blockNumber: hex(block.number),
    from: stored.from,
    to: tx.to?.toString() ?? null,
    contractAddress: stored.contractAddress,
    status: hex(stored.status),
    type: hex(tx.type),
    gasUsed: hex(stored.gasUsed),
    cumulativeGasUsed: hex(upTo.reduce((sum, { gasUsed }) => sum + gasUsed, 0)),
    effectiveGasPrice: hex(paidPrice(tx, block)),
    logsBloom: stored.bloom,
    logs: stored.logs.map((log, offset) => logAnswer(log, position, first + offset)),
  }
}
